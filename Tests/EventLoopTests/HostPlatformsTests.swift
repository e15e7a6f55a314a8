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

    @Test func `this machine has a kernel and an architecture`() {
        let platforms = HostFacts.platforms
        #expect(platforms["linux"]?.first?.isNumber == true && platforms["arch"]?.isEmpty == false)
    }
}
