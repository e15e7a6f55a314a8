import Features
import Testing

@testable import Serving

@Suite struct HostPlatformsTests {
    @Test(arguments: [
        ("ID=debian\nVERSION_ID=\"12\"\n", ["ID": "debian", "VERSION_ID": "12"]),
        ("ID='a b'\r\n# ID=x\n\nNAME=\"Q \\\" x\"\n", ["ID": "a b", "NAME": "Q \\\" x"]),
        ("ID=\"\nX=\"\"\nY='\"\nZ=a=b\n", ["ID": "\"", "X": "", "Y": "'\"", "Z": "a=b"]),
        ("no assignment\nID", [:]),
        ("", [:]),
    ])
    func `os-release is read as it is written`(text: String, fields: [String: String]) {
        #expect(HostPlatforms.fields(text) == fields)
    }

    @Test func `this machine has a kernel and an architecture`() {
        let facts = HostPlatforms.facts()
        guard case .present(let version) = facts["linux"], case .present(let machine) = facts["arch"] else {
            Issue.record("\(facts)")
            return
        }
        #expect(version.first?.isNumber == true && !machine.isEmpty)
    }
}
