import Foundation
import Glibc
import Testing

/// `deeplinkctl open --authorise`, at a terminal of the test's own, and `open --wait`.
@Suite struct AuthoriseCommandTests {
    /// Runs the command, and gives its exit and its output.
    private func run(
        _ stage: FlowStage, _ arguments: [String], _ talk: (Terminal) throws -> Void
    ) throws -> (exit: Program.Exit, output: String) {
        let terminal = try Terminal()
        let path = stage.daemon.folder.path(of: "output")
        let output = unsafe open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        defer { close(output) }
        let program = try Program(
            Products.tool, ["open", "--socket", stage.daemon.socket] + arguments, environment: [:],
            descriptors: [terminal.slave, output, terminal.slave])
        defer { program.kill() }
        try talk(terminal)
        return (try program.wait(), try String(contentsOfFile: path, encoding: .utf8))
    }

    @Test func `the terminal asks for each permission, and the URL is opened once`() throws {
        try FlowStage.with("require permission contacts\nrequire permission photos", hasOwnSocket: true) { stage in
            let (exit, output) = try run(stage, ["--authorise", "t://go"]) { terminal in
                try terminal.await("“Sharing” needs the permission contacts. Allow it? [y]es, [n]o, [l]ater: ")
                try terminal.type("what\n")
                try terminal.await("contacts. Allow it?")
                try terminal.type("y\n")
                try terminal.await("contacts: granted")
                try terminal.await("photos. Allow it?")
                try terminal.type("YES\n")
                try terminal.await("photos: granted")
            }
            #expect(exit == .code(0))
            #expect(output.hasPrefix("ok.performed"))
            #expect(stage.effects == 1)
        }
    }

    @Test func `no and later leave the URL blocked, and the outcome says by what`() throws {
        try FlowStage.with("require permission contacts\nrequire permission photos", hasOwnSocket: true) { stage in
            let later = try run(stage, ["--authorise", "t://go"]) { terminal in
                try terminal.await("Allow it?")
                try terminal.type("l\n")
                try terminal.await("photos. Allow it?")
                try terminal.type("y\n")
                try terminal.await("Not everything is granted.")
            }
            #expect(later.exit == .code(4))
            #expect(later.output.hasPrefix("blocked.permission.notDetermined"))
            let denied = try run(stage, ["--authorise", "t://go"]) { terminal in
                try terminal.await("Allow it?")
                try terminal.type("n\n")
                try terminal.await("The person said no.")
            }
            #expect(denied.exit == .code(4))
            #expect(denied.output.hasPrefix("blocked.permission.denied"))
            #expect(stage.effects == 0)
        }
    }

    @Test func `the end of the input cancels`() throws {
        try FlowStage.with("require permission contacts", hasOwnSocket: true) { stage in
            let (exit, _) = try run(stage, ["--authorise", "t://go"]) { terminal in
                try terminal.await("Allow it?")
                try terminal.type("\u{4}")
                try terminal.await("The flow was cancelled.")
            }
            #expect(exit == .code(4))
            #expect(stage.effects == 0)
        }
    }

    @Test func `without a terminal it says what to do, and asks nothing`() throws {
        try FlowStage.with("require permission contacts", hasOwnSocket: true) { stage in
            let run = try stage.daemon.tool("open", "--authorise", "t://go", input: "y\n")
            #expect(run.exit == .code(2))
            #expect(run.errors.contains("--authorise asks at a terminal, and there is none"))
            #expect(run.errors.contains("io.deeplinkd.Permissions.Authorise"))
        }
    }

    @Test(arguments: [
        (["--dry-run", "t://go"], "--dry-run"), (["--wait", "5s", "t://go"], "--wait"), ([], "takes one URL"),
        (["t://go", "t://go"], "takes one URL"),
    ])
    func `what does not go together is refused`(_ arguments: [String], _ error: String) throws {
        let run = try Program.run(Products.tool, ["open", "--authorise"] + arguments)
        #expect(run.exit == .code(64) || run.exit == .code(2))
        #expect(run.errors.contains(error))
    }

    @Test func `--wait has the URL opened when its switch goes on, or says what stands in the way`() throws {
        try FlowStage.with("require toggle off", hasOwnSocket: true) { stage in
            let late = try stage.daemon.tool("open", "--wait", "50ms", "t://go")
            #expect(late.exit == .code(4))
            #expect(late.output.hasPrefix("blocked.toggle.off"))
            let waiting = try Program(
                Products.tool, ["open", "--socket", stage.daemon.socket, "--wait", "5m", "t://go"], environment: [:],
                descriptors: [nil, nil, nil])
            defer { waiting.kill() }
            try Patience.lookFor("the request that waits") {
                let calls = try stage.daemon.tool("status", "--format", "json").lines.first?["connections"].text
                return calls == "2"
            }
            #expect(try stage.daemon.tool("toggle", "Share", "on").exit == .code(0))
            #expect(try waiting.wait() == .code(0))
            #expect(stage.effects == 1)
            for wrong in ["soon", "0s", "11m"] {
                #expect(try stage.daemon.tool("open", "--wait", wrong, "t://go").errors.contains("--wait"))
            }
        }
    }
}
