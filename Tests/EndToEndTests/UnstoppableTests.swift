import Foundation
import Glibc
import Testing

/// Programs that the daemon may not signal, because they changed to another user.
@Suite struct UnstoppableTests {
    private static let user: UInt32 = 65_534

    /// Runs a test with a daemon without root's rights, whose table has a program with root's set-user-id bit.
    private func withStage(_ test: String, _ body: (RunningDaemon) throws -> Void) throws {
        guard OtherUser.isPossible(for: test) else { return }
        try withFolder { folder in
            let become = folder.path(of: "become")
            try FileManager.default.copyItem(atPath: OtherUser.launcher, toPath: become)
            guard unsafe chmod(folder.path, 0o755) == 0, unsafe chmod(become, 0o4755) == 0 else {
                throw TestFailure("chmod: errno \(errno)")
            }
            // A file system or a sandbox may ignore the bit, and only root may be able to read the programs under test.
            for command in [[become, "--reuid=0", "--", "/bin/true"], [Products.daemon, "--version"]] {
                let run = try Program.run(OtherUser.launcher, OtherUser.arguments(toRun: command, as: Self.user))
                guard run.exit == .code(0) else {
                    return print("skipped: \(test): uid \(Self.user) cannot run \(command): \(run.errors)")
                }
            }
            let daemon = try RunningDaemon(in: folder, table: Self.table(become), user: Self.user)
            defer {
                for child in (try? LeftoverTests.children(of: daemon.program.processID)) ?? [] { kill(child, SIGKILL) }
                daemon.program.kill()
            }
            try body(daemon)
        }
    }

    private static func table(_ become: String) -> String {
        """
        scheme t

        feature Plain {
            action hang {
                exec    \(become) --reuid=0 -- /bin/sleep 600
                timeout 100ms
            }
            action wait {
                exec    \(become) --reuid=0 -- /bin/sleep 600
                timeout 600s
            }
            action quick {
                exec /bin/true
            }
            route hang  /hang do hang
            route wait  /wait do wait
            route quick /quick do quick
        }
        """
    }

    /// True if all user ids of a process are root's.
    private func isRoots(_ processID: Int32) -> Bool {
        let status = (try? String(contentsOfFile: "/proc/\(processID)/status", encoding: .utf8)) ?? ""
        return status.contains("\nUid:\t0\t0\t0\t0\n")
    }

    @Test func `a timeout is reported even if the program cannot be killed, and the program keeps its place`() throws {
        try withStage("timeouts of programs of another user") { daemon in
            let clients = try (0..<16).map { _ in try daemon.connect() }
            for client in clients {
                try client.send(RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://hang"]))
            }
            for client in clients {
                let outcome = try client.receive()?["parameters.outcome"]
                #expect(outcome?["code"].text == "failed.timeout")
                #expect(outcome?["execution"] != nil)
                #expect(outcome?["execution.exit"] == nil)
            }
            #expect(try clients[0].open("t://quick")["code"].text == "rejected.overloaded")
            let children = try LeftoverTests.children(of: daemon.program.processID)
            #expect(children.count == 16)
            #expect(children.allSatisfy(isRoots))
            for child in children { kill(child, SIGKILL) }
            try Patience.lookFor("no child left") {
                try LeftoverTests.children(of: daemon.program.processID).isEmpty
            }
            #expect(try clients[0].open("t://quick")["code"].text == "ok.performed")
            daemon.program.signal(SIGTERM)
            #expect(try daemon.program.wait() == .code(0))
        }
    }

    @Test func `the daemon ends without waiting for a program that cannot be killed`() throws {
        try withStage("shutting down with programs of another user") { daemon in
            let client = try daemon.connect()
            try client.send(RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://wait"]))
            var children: [Int32] = []
            try Patience.lookFor("a program of root's") {
                children = try LeftoverTests.children(of: daemon.program.processID)
                return children.count == 1 && isRoots(children[0])
            }
            defer { for child in children { kill(child, SIGKILL) } }
            daemon.program.signal(SIGTERM)
            #expect(try client.receive()?["parameters.outcome.code"].text == "failed.cancelled")
            #expect(try daemon.program.wait() == .code(0))
            #expect(children.allSatisfy(isRoots))
        }
    }
}
