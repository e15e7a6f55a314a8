import Foundation
import Testing

@testable import HostSystem

@Suite struct HostPlatformsTests {
    @Test(arguments: [
        ("ID=debian\nVERSION_ID=\"12\"\n", ["ID": "debian", "VERSION_ID": "12"]),
        ("ID='a b'\r\n# ID=x\n\nNAME=\"Q \\\" x\"\n", ["ID": "a b", "NAME": "Q \\\" x"]),
        ("ID=\"\nX=\"\"\nY='\"\nZ=a=b\n", ["ID": "\"", "X": "", "Y": "'\"", "Z": "a=b"]),
        ("no assignment\nID", [:]),
        ("", [:]),
    ])
    func `os-release is read with its quotes and comments`(text: String, fields: [String: String]) {
        #expect(HostFacts.releaseFields(text) == fields)
    }

    @Test(arguments: [
        (["usr/lib/x86_64-linux-gnu/systemd/libsystemd-shared-252.so"], "252"),
        (["usr/lib64/systemd/libsystemd-shared-256.4-1.fc41.so"], "256.4-1.fc41"),
        (["usr/lib/systemd/libsystemd-shared-99.so", "usr/lib/systemd/libsystemd-shared-252.so"], "99"),
        (["usr/lib/systemd/systemd", "usr/lib/systemd/libsystemd-core-252.so"], ""),
        ([], ""),
    ])
    func `the version of systemd is that of its own library`(files: [String], version: String) throws {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("systemd-\(UUID())")
        // ignored: leftovers are in the system's folder for temporary files.
        defer { try? FileManager.default.removeItem(at: root) }
        for file in files {
            let path = root.appendingPathComponent(file)
            try FileManager.default.createDirectory(
                at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data().write(to: path)
        }
        #expect(HostFacts.systemdVersion(under: root.path) == version)
    }

    @Test func `this machine has a kernel and an architecture`() {
        let platforms = HostFacts.platforms
        #expect(platforms["linux"]?.first?.isNumber == true && platforms["arch"]?.isEmpty == false)
    }
}
