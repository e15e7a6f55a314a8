import Glibc
import HostSystem
import TestSupport
import Testing

@testable import EventLoop

extension EventLoopTests {
    @Suite struct Origins {
        @Test(arguments: [
            "7 (sh) S 5 7 7 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 991 1 2",
            "7 (a) S 9 (b) S 5 7 7 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 991 1 2",
            "7 (\n) )) S 5 7 7 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 991",
        ])
        func `a process is read from its line, even if its name holds parentheses`(line: String) {
            let entry = ProcessEntry(line)
            #expect(entry?.processID == 7 && entry?.parentID == 5 && entry?.startTicks == 991)
        }

        @Test(arguments: ["", "7", "7 (sh", "7 (sh) S 5", "x (sh) S 5 7 7 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 991"])
        func `a line that is cut off or malformed is not a process`(line: String) {
            #expect(ProcessEntry(line) == nil)
        }

        @Test func `a process descends from its parent, and its parent does not descend from it`() {
            #expect(ProcessOrigin(of: getpid(), ancestor: getppid(), generationLimit: 1) == .descendant)
            #expect(ProcessOrigin(of: getppid(), generationLimit: 64) == .elsewhere)
            #expect(ProcessOrigin(of: getpid(), generationLimit: 64) == .elsewhere, "it is none of its own programs")
        }

        @Test func `the origin of a missing or distant process is unknown`() {
            for absent in [0, -1, Int32.max] {
                #expect(ProcessOrigin(of: absent, ancestor: getppid(), generationLimit: 64) == .unknown)
            }
            #expect(ProcessOrigin(of: getpid(), ancestor: getppid(), generationLimit: 0) == .unknown)
        }

        /// Ways to start a program: directly, as a child of a shell, and as a grandchild.
        private static let wrappers = [
            [], ["/bin/sh", "-c", #""$0" "$@"; exit 0"#], ["/bin/sh", "-c", #"("$0" "$@"; exit 0); exit 0"#],
        ]

        @Test(arguments: wrappers)
        func `a client that this process started is its descendant, and unknown once it has ended`(
            wrapper: [String]
        ) throws {
            try withScratch { directory in
                let path = directory + "/s"
                let arguments = wrapper + [try probePath(), "visit", path]
                let origins = Box<[ProcessOrigin]>([])
                try onLoop { loop in
                    let listener = Box<UnixListener?>(nil)
                    let stream = Box<UnixStream?>(nil)
                    listener.value = try UnixListener(loop: loop, path: path, mode: 0o600) { accepted in
                        listener.value?.close()
                        stream.value = accepted
                        origins.value.append(accepted.peerOrigin(generationLimit: 64))
                        accepted.write([1])
                    }
                    let start = ProcessStart(program: arguments[0], arguments: arguments, environment: [:])
                    let child = try ChildProcess(loop: loop, start: start)
                    child.onExit = { _ in
                        if let stream = stream.value {
                            origins.value.append(stream.peerOrigin(generationLimit: 64))
                            stream.close()
                        }
                        listener.value?.close()
                        child.close()
                    }
                }
                #expect(origins.value == [.descendant, .unknown])
            }
        }

        @Test func `a connection of this process to itself does not come from a program it started`() throws {
            try onLoop { loop in
                let (one, other) = try socketPair()
                let stream = try UnixStream(loop: loop, adopting: one)
                #expect(stream.peerOrigin(generationLimit: 64) == .elsewhere)
                stream.close()
                close(other)
            }
        }
    }
}

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
