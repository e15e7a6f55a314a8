import HostSystem
import Testing

@testable import EventLoop

/// The unit of a process, by its control groups.
@Suite struct ProcessUnitTests {
    @Test(arguments: [
        ("0::/user.slice/user-1000.slice/user@1000.service/app.slice/app-slack-4711.scope\n", "app-slack-4711.scope"),
        ("0::/user.slice/user-1000.slice/user@1000.service/app.slice/app-a@1.service/sub\n", "app-a@1.service"),
        ("0::/user.slice/user-1000.slice/session-3.scope\n", "session-3.scope"),
        ("12:cpu,cpuacct:/x.service\n1:name=systemd:/system.slice/y.service\n0::/\n", "y.service"),
        ("1:name=systemd:/\n0::/system.slice/z.service\n", "z.service"),
        ("0::/\n", nil), ("0::/user.slice\n", nil), ("", nil), (":::\n", nil), ("0::\n0\n", nil),
        ("0::/a:b.scope\n", "a:b.scope"),
    ])
    func `the unit is the last one of the path`(_ text: String, _ unit: String?) {
        #expect(ProcessUnit.name(inGroups: text) == unit)
    }

    @Test func `the unit of this process is read, and that of none is not known`() {
        let own = ProcessUnit.name(of: HostFacts.processID)
        #expect(own.map { $0.hasSuffix(".scope") || $0.hasSuffix(".service") } ?? true)
        #expect(ProcessUnit.name(of: 0) == nil)
        #expect(ProcessUnit.name(of: .max) == nil)
    }
}
