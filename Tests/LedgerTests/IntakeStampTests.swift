import Foundation
import HostSystem
import Ledger
import Testing

struct IntakeStampTests {
    @Test func `the stamp exists after writing and is gone after removal, however often each is repeated`() throws {
        let directory = try StateDirectory()
        let stamp = IntakeStamp(directory: directory.path)
        #expect(!stamp.isThere)
        try stamp.remove()
        for _ in 0..<2 {
            try stamp.write(by: 0)
            #expect(stamp.isThere && directory.names == ["intake.off"])
        }
        #expect(try FileStatus(of: stamp.path).mode == 0o600)
        #expect(try String(contentsOfFile: stamp.path, encoding: .utf8).contains("deeplinkctl runtime DeepLinking on"))
        for _ in 0..<2 {
            try stamp.remove()
            #expect(!stamp.isThere && directory.names.isEmpty)
        }
    }

    @Test func `any file of the stamp's name keeps the intake off, and a missing state directory does not`() throws {
        let directory = try StateDirectory()
        let stamp = IntakeStamp(directory: directory.path)
        let manager = FileManager.default
        // A truncated file, one that others can write, a dangling link, a loop of links, a folder.
        try directory.write(Data(), to: stamp.path)
        #expect(stamp.isThere)
        try manager.setAttributes([.posixPermissions: 0o666], ofItemAtPath: stamp.path)
        #expect(stamp.isThere)
        for target in ["/nowhere/at/all", stamp.path] {
            try manager.removeItem(atPath: stamp.path)
            try manager.createSymbolicLink(atPath: stamp.path, withDestinationPath: target)
            #expect(stamp.isThere)
            try stamp.write(by: 0)
        }
        try manager.removeItem(atPath: stamp.path)
        try manager.createDirectory(atPath: stamp.path, withIntermediateDirectories: false)
        #expect(stamp.isThere)
        #expect(throws: LedgerError.self) { try stamp.remove() }
        let absent = IntakeStamp(directory: directory.path + "/absent")
        #expect(!absent.isThere)
        try absent.remove()
        #expect(throws: LedgerError.self) { try absent.write(by: 0) }
    }

    @Test func `a stamp that cannot be checked counts as present`() throws {
        let directory = try StateDirectory()
        // A name that is longer than the system allows.
        #expect(IntakeStamp(directory: directory.path + "/" + String(repeating: "x", count: 300)).isThere)
    }

    @Test func `a full disk and a read-only one are reported`() throws {
        guard let disk = try SmallDisk(kilobytes: 64, for: "a stamp on a full disk") else { return }
        let stamp = IntakeStamp(directory: disk.directory.path)
        try stamp.write(by: 0)
        try disk.remount("ro")
        #expect(throws: LedgerError.readOnly(path: stamp.path)) { try stamp.remove() }
        #expect(stamp.isThere)
        try disk.remount("rw")
        try stamp.remove()
        try disk.remount("ro")
        try stamp.remove()
        #expect(throws: LedgerError.readOnly(path: stamp.path)) { try stamp.write(by: 0) }
        #expect(!stamp.isThere)
        try disk.remount("rw")
        let filler = disk.directory.path + "/filler"
        try #require(FileManager.default.createFile(atPath: filler, contents: nil))
        let handle = try #require(FileHandle(forWritingAtPath: filler))
        while (try? handle.write(contentsOf: Data(repeating: 0, count: 4096))) != nil {}
        #expect(throws: LedgerError.full(path: stamp.path)) { try stamp.write(by: 0) }
    }
}
