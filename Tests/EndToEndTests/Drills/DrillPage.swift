import Foundation
import Glibc
import Testing

// The commands of the page on operation for one fault, as an administrator runs them. A block of the page is found by the
// comment above it:
//
//     <!-- not run: drill restore -->
//     ```sh
//     deeplinkctl ledger restore --state-dir /var/lib/deeplinkd ledger.backup
//     deeplinkctl reload
//     ```

/// One block of commands.
struct DrillPage {
    let lines: [String]

    init(_ name: String) throws {
        let page = try MarkdownPage("docs/operation.md")
        let block = try #require(page.blocks.first { $0.reason == "drill \(name)" }, "no commands for \(name)")
        lines = block.text.split(separator: "\n").map(String.init)
    }

    /// Runs the commands; what needs the service manager of a host is done as it does it.
    ///
    /// - Parameters:
    ///   - state: the folder in the place of the page's.
    ///   - act: does what a comment or a command of the machine stands for.
    func run(on daemon: RunningDaemon, state: String, _ act: (String) throws -> Void = { _ in }) throws {
        for line in lines {
            if line.hasPrefix("systemctl stop deeplinkd") {
                try daemon.stop()
            } else if line.hasPrefix("systemctl start deeplinkd") {
                try daemon.restartKilled()
            } else if line.hasPrefix("systemctl restart deeplinkd") {
                if daemon.program.exit == nil { try daemon.stop() }
                try daemon.restartKilled()
            } else if line.hasPrefix("#") || line.hasPrefix("timedatectl ") || line.hasPrefix("systemctl ") {
                try act(line)
            } else {
                try Self.run(line.replacing("/var/lib/deeplinkd", with: state), on: daemon)
            }
        }
    }

    /// Runs one command, which must succeed.
    @discardableResult
    static func run(_ command: String, on daemon: RunningDaemon) throws -> Program.Run {
        let run = try Program.run(
            "/bin/bash", ["-c", "cd \"$0\"; " + command, daemon.folder.path],
            environment: [
                "PATH": Products.folder + ":/usr/sbin:/usr/bin:/sbin:/bin", "DEEPLINKD_SOCKET": daemon.socket,
                "LANG": "C.UTF-8",
            ])
        #expect(run.exit == .code(0), "\(command): \(run)")
        return run
    }
}

/// A daemon with all that has to survive: a ledger with an audit, and a kept timeline.
struct DrillStage {
    let daemon: RunningDaemon
    let state: String

    static let setToggle = "io.deeplinkd.Features.SetToggle"
    static let table = """
        intake without-ledger on
        timeline {
            keep 7 days
        }
        audit {
        }
        scheme t
        product pro {
        }
        feature Plain {
            action a {
                respond
            }
            route plain /plain do a
        }
        feature T {
            require toggle off
            action a {
                respond
            }
            route t /t do a
        }
        feature Pro {
            require purchase pro
            action a {
                respond
            }
            route pro /pro do a
        }

        """

    /// Runs a drill with a daemon.
    ///
    /// - Parameter state: its state directory; nil for one in its own folder.
    static func with(
        _ more: String = "", state: String? = nil, environment: [String: String] = [:],
        in folder: TemporaryFolder? = nil, _ body: (DrillStage) throws -> Void
    ) throws {
        guard let folder else {
            return try withFolder { try with(more, state: state, environment: environment, in: $0, body) }
        }
        let state = try state ?? folder.makeFolder("state")
        let daemon = try RunningDaemon(
            in: folder, table: table + more, stateDirectory: state, environment: environment)
        defer { daemon.program.kill() }
        let stage = DrillStage(daemon: daemon, state: state)
        try body(stage)
        try stage.expectHealth()
        try daemon.stop()
    }

    /// The outcome's code.
    func open(_ url: String) throws -> String { try daemon.connect().open(url)["code"].text }

    /// Moves the toggle of an account; the error, or nil once the disk has it.
    func toggle(_ isOn: Bool, of account: String = "ann") throws -> JSONTree? {
        let reply = try daemon.connect().call(
            Self.setToggle, ["feature": "T", "on": isOn, "subject": "account:\(account)"])
        return reply["error"] == nil ? nil : reply
    }

    /// Whether the toggle of an account is on.
    func isOn(_ account: String = "ann") throws -> Bool {
        let outcome = try daemon.connect().outcome("Open", ["url": "t://t", "subject": "account:\(account)"])
        return outcome["code"].text == "ok.performed"
    }

    var status: JSONTree {
        get throws { try #require(try daemon.connect().call("io.deeplinkd.Monitor.Status")["parameters"]) }
    }

    /// What `deeplinkctl status` prints, which must end with 6.
    func fault() throws -> String {
        let run = try daemon.tool("status")
        #expect(run.exit == .code(6), "\(run)")
        return run.output
    }

    /// All rows of the audit.
    func audit() throws -> [JSONTree] {
        let answer = try daemon.connect().call("io.deeplinkd.Monitor.Audit")
        return try #require(answer["parameters.rows"]?.elements, "\(answer)")
    }

    /// The ids of the outcomes in the timeline, whose numbers must ascend.
    func timeline() throws -> [String] {
        let run = try Program.run(
            Products.tool, ["timeline", "--json", "--since", "1970-01-02", "--socket", daemon.socket])
        let entries = try run.lines
        let numbers = entries.compactMap { Int($0["number"].text) }
        #expect(run.exit == .code(0) && numbers == numbers.sorted(), "\(run)")
        #expect(Set(numbers).count == numbers.count)
        return entries.compactMap { $0["outcomeId"]?.text }
    }

    /// Everything works, and `status` has nothing to say.
    func expectHealth() throws {
        try Patience.lookFor("a status without a fault: \(try daemon.tool("status"))") {
            try daemon.tool("status").exit == .code(0)
        }
        for isOn in [true, false] {
            #expect(try toggle(isOn, of: "health") == nil)
            #expect(try self.isOn("health") == isOn)
        }
        #expect(try open("t://plain") == "ok.performed")
        let numbers = try audit().compactMap { Int($0["number"].text) }
        #expect(numbers == Array((numbers.first ?? 1)..<(numbers.first ?? 1) + numbers.count), "no row is missing")
        let verified = try Program.run(Products.tool, ["ledger", "verify", "--socket", daemon.socket])
        #expect(verified.exit == .code(0), "\(verified)")
    }
}
