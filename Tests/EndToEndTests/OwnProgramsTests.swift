import Foundation
import Glibc
import Testing

/// What a program that a link starts can see of the daemon, whose user it is, and what it inherits.
@Suite struct OwnProgramsTests {
    private static let user: UInt32 = 54_321

    private static func table(_ script: String) -> String {
        """
        scheme t
        feature Program {
            action run {
                exec /bin/sh \(script)
            }
            route run /run do run
        }
        """
    }

    /// What a script prints that a link starts.
    private func output(of text: String, user: UInt32? = nil) throws -> String {
        try withFolder { folder in
            let script = try folder.write("script", text, mode: 0o644)
            guard unsafe chmod(folder.path, 0o755) == 0 else { throw TestFailure("chmod: errno \(errno)") }
            let daemon = try RunningDaemon(
                in: folder, table: Self.table(script), environment: ["SECRET": "pssst"], user: user)
            defer { daemon.program.kill() }
            let outcome = try daemon.connect().open("t://run")
            #expect(outcome["code"].text == "ok.performed", "\(outcome)")
            return outcome["execution.stdout.text"].text
        }
    }

    /// Whether a daemon can run as the user; prints why a test is skipped if not.
    private func isPossible() throws -> Bool {
        let test = "a daemon without root's rights"
        guard OtherUser.isPossible(for: test) else { return false }
        // Only root may be able to read the programs under test.
        let command = OtherUser.arguments(toRun: [Products.daemon, "--version"], as: Self.user)
        let run = try Program.run(OtherUser.launcher, command)
        if run.exit != .code(0) { print("skipped: \(test): uid \(Self.user) cannot run the daemon: \(run.errors)") }
        return run.exit == .code(0)
    }

    @Test func `a program of a link reads neither memory nor environment nor open files of the daemon`() throws {
        guard try isPossible() else { return }
        let found = try output(
            of: """
                for process in $PPID $$; do
                    for name in mem environ; do (: </proc/$process/$name) 2>/dev/null && echo $name; done
                    ls /proc/$process/fd >/dev/null 2>&1 && echo fd
                    echo end
                done
                true
                """, user: Self.user)
        #expect(found == "end\nmem\nenviron\nfd\nend\n", "the shell can read its own, and nothing of the daemon")
    }

    @Test func `a daemon that closes itself to its programs opens its log and checks programs as before`() throws {
        guard try isPossible() else { return }
        try withFolder { folder in
            let daemon = try RunningDaemon(in: folder, table: Self.table("-c true"), user: Self.user)
            defer { daemon.program.kill() }
            #expect(try daemon.connect().open("t://run")["code"].text == "ok.performed")
            try daemon.awaitLog("code=ok.performed")
            #expect(try daemon.connect().call("io.deeplinkd.Monitor.Reload")["error"] == nil)
            daemon.program.signal(SIGTERM)
            #expect(try daemon.program.wait() == .code(0))
        }
    }

    @Test func `a program gets the default effect of every signal, also of those that the daemon ignores`() throws {
        #expect(try output(of: "grep SigIgn /proc/self/status") == "SigIgn:\t0000000000000000\n")
    }
}
