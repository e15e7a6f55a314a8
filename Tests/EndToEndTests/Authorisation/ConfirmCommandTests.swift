import Foundation
import Glibc
import Testing

/// `deeplinkctl open` with a link that has to be confirmed, at a terminal of the test's own.
@Suite struct ConfirmCommandTests {
    private static func table(in folder: TemporaryFolder) -> String {
        """
        scheme t
        feature Trash {
            require confirmation "Delete “$(list)”?"
            action empty {
                input list string
                input count uint = 1
                exec /bin/sh -c "echo . >>\(folder.path(of: "effects"))"
            }
            route empty /empty/$(list) do empty {
                query count:uint?
            }
        }

        """
    }

    private func with(
        _ arguments: [String], _ talk: (Terminal) throws -> Void
    ) throws -> (exit: Program.Exit, output: String, effects: Int) {
        try withFolder { folder in
            let daemon = try RunningDaemon(in: folder, table: Self.table(in: folder))
            defer { daemon.program.kill() }
            let terminal = try Terminal()
            let path = folder.path(of: "output")
            let output = unsafe open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
            defer { close(output) }
            let program = try Program(
                Products.tool, ["open", "--socket", daemon.socket] + arguments, environment: [:],
                descriptors: [terminal.slave, output, terminal.slave])
            defer { program.kill() }
            try talk(terminal)
            let exit = try program.wait()
            let text = try String(contentsOfFile: path, encoding: .utf8)
            return (exit, text, FlowStage(daemon: daemon, address: SocketAddress(daemon.socket)).effects)
        }
    }

    @Test func `the terminal shows the question and what would run, and only a yes opens the link`() throws {
        for (answer, exit, code, effects) in [
            ("y\n", Program.Exit.code(0), "ok.performed", 1), ("n\n", .code(4), "blocked.confirmation.required", 0),
            ("\u{4}", .code(4), "blocked.confirmation.required", 0),
        ] {
            let run = try with(["t://empty/old%22?count=7"]) { terminal in
                try terminal.await("Delete “old\"”?\r\n")
                try terminal.await("Runs “empty” with:\r\n")
                try terminal.await("list = \"old\\\"\"\r\n")
                try terminal.await("count = 7\r\n")
                try terminal.await("Open it? [y]es, [n]o: ")
                // There is no later.
                try terminal.type("l\n")
                try terminal.await("Open it? [y]es, [n]o: ")
                try terminal.type(answer)
            }
            #expect(run.exit == exit && run.output.hasPrefix(code) && run.effects == effects, "\(answer): \(run)")
        }
    }

    @Test func `each of several links is asked about, and a yes is for one`() throws {
        let run = try with(["t://empty/one", "t://empty/two"]) { terminal in
            for (name, answer) in [("one", "y\n"), ("two", "n\n")] {
                try terminal.await("Delete “\(name)”?")
                try terminal.await("Open it?")
                try terminal.type(answer)
            }
        }
        #expect(run.exit == .code(4) && run.effects == 1)
        #expect(run.output.contains("ok.performed") && run.output.contains("blocked.confirmation.required"))
    }

    @Test(arguments: [["--dry-run"], ["--deadline", "5s"], ["--timings"], ["--wait", "1ms"]])
    func `with an option that says how, nothing is asked`(_ options: [String]) throws {
        let run = try with(options + ["t://empty/old"]) { _ in }
        #expect(run.exit == .code(4) && run.output.hasPrefix("blocked.confirmation.required") && run.effects == 0)
    }

    @Test func `without a terminal nothing is asked`() throws {
        try withFolder { folder in
            let daemon = try RunningDaemon(in: folder, table: Self.table(in: folder))
            defer { daemon.program.kill() }
            let run = try daemon.tool("open", "t://empty/old", input: "y\n")
            #expect(run.exit == .code(4) && run.errors.isEmpty, "\(run)")
            #expect(run.output.hasPrefix("blocked.confirmation.required"))
        }
    }
}
