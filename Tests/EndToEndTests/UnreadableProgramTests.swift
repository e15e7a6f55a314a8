import Foundation
import Glibc
import Testing

/// Programs that the daemon's user may run but not read.
@Suite(.enabled(if: OtherUser.isPossible(for: "programs that cannot be read"))) struct UnreadableProgramTests {
    private static let daemonUser: UInt32 = 54_322

    private func table(_ program: String) -> String {
        "scheme t\nfeature F {\n    action a {\n        exec \(program)\n    }\n    route r /r do a\n}\n"
    }

    /// A folder of root with a script of root, whose interpreter belongs to another user, and a script whose
    /// interpreter is that script.
    private func makePrograms(_ folder: TemporaryFolder) throws {
        try require(unsafe chmod(folder.path, 0o755))
        try folder.write("interpreter", "#!/bin/sh\necho EVIL\n", mode: 0o755)
        try require(unsafe lchown(folder.path(of: "interpreter"), 54_321, .max))
        try folder.write("script", "#!\(folder.path)/interpreter\n", mode: 0o755)
        try folder.write("outer", "#!\(folder.path)/script\n", mode: 0o755)
        try folder.write("good", "#!/bin/sh\necho good\n", mode: 0o755)
        try FileManager.default.copyItem(atPath: "/bin/true", toPath: folder.path(of: "native"))
    }

    private func require(_ answer: Int32) throws {
        guard answer == 0 else { throw TestFailure("errno \(errno)") }
    }

    @Test(arguments: ["script", "outer", "native"])
    func `a table with an unreadable program or interpreter is refused`(name: String) throws {
        try withFolder { shared in
            try makePrograms(shared)
            let unreadable = shared.path(of: name == "outer" ? "script" : name)
            try require(unsafe chmod(unreadable, 0o711))
            try withFolder { folder in
                let file = try folder.write("routes.conf", table(shared.path(of: name)))
                for path in [folder.path, file] { try require(unsafe chown(path, Self.daemonUser, Self.daemonUser)) }
                let command = [Products.daemon, "-f", file, "--socket", folder.path(of: "socket")]
                let run = try Program.run(
                    OtherUser.launcher, OtherUser.arguments(toRun: command, as: Self.daemonUser))
                #expect(run.exit == .code(78), "\(run)")
                #expect(run.errors.contains("error RT306: \(unreadable) cannot be read"), "\(run)")
                #expect(run.errors.contains("chmod a+r \(unreadable)"), "\(run)")
            }
        }
    }

    @Test func `a program that has become unreadable is not started`() throws {
        try withFolder { shared in
            try makePrograms(shared)
            try withFolder { folder in
                let script = shared.path(of: "good")
                let daemon = try RunningDaemon(in: folder, table: table(script), user: Self.daemonUser)
                defer { daemon.program.kill() }
                let client = try daemon.connect()
                #expect(try client.open("t://r")["execution.stdout.text"].text == "good\n")
                try require(unsafe chmod(script, 0o711))
                let outcome = try client.open("t://r")
                #expect(outcome["code"].text == "failed.spawn", "\(outcome)")
                #expect(outcome["execution.error"].text == "EACCES", "\(outcome)")
                #expect(outcome["message"].text.contains("\(script) is executable but not readable"), "\(outcome)")
            }
        }
    }
}
