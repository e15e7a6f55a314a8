import Foundation
import Testing

/// `deeplinkctl` with a daemon whose every text would move the cursor, change colours, or reorder the line.
@Suite struct HostileDaemonTests {
    /// An escape sequence, one in eight-bit controls, one that reorders a line, and all kinds of line ends.
    private static let text = "\u{1B}[31mX\u{7}\u{9B}2J\u{202E}\u{2028}\n\r\u{7F}"

    private static var constraint: [String: Any] {
        [
            "id": text, "kind": "toggle", "subject": text, "inheritedFrom": text, "status": "unsatisfied",
            "reason": text,
            "code": "blocked.toggle.off",
            "evidence": ["source": text, "override": true, "fault": text, "freshness": "stale"],
            "remedies": [
                ["kind": "enableToggle", "actor": "user", "arguments": ["feature": text]],
                [
                    "kind": "purchase", "actor": "user", "withheldBecause": text,
                    "arguments": ["products": [text, text], "mode": text],
                ],
            ],
        ]
    }

    private static var outcome: [String: Any] {
        [
            "outcomeId": text, "class": "blocked", "code": "blocked.toggle.off", "message": text, "url": text,
            "route": text,
            "feature": text, "action": text, "parameters": [text: text], "primary": text, "constraints": [constraint],
            "remedies": [["kind": "enableToggle", "actor": "user", "arguments": ["feature": text]]], "via": [text],
            "result": [text: text], "text": text,
            "execution": [
                "kind": text, "durationMs": 1, "exit": ["code": 0],
                "stdout": ["text": text, "bytes": 5, "truncated": true],
                "stderr": ["text": text, "bytes": 5, "truncated": false],
            ],
        ]
    }

    private static var feature: [String: Any] {
        [
            "path": text + "/" + text, "name": text, "parent": text, "description": text, "status": "blocked",
            "code": "blocked.toggle.off", "primary": text, "constraints": [constraint], "actions": [text],
            "routes": [text],
        ]
    }

    private static var diagnostic: [String: Any] {
        [
            "code": text, "severity": text, "file": text, "line": 1, "column": 1, "message": text, "help": text,
            "witness": text,
        ]
    }

    /// The reply to every method: it has the members of all replies.
    private static var parameters: [String: Any] {
        [
            "outcome": outcome, "candidates": [["route": text, "feature": text, "action": text, "failure": text]],
            "feature": feature, "features": [feature], "removed": [text], "durable": false, "endsAfterMs": Int64.min,
            "version": text, "tableRevision": text, "stateRevision": text, "routes": 1, "connections": 1, "calls": 1,
            "uptimeMs": Int64.max, "overridden": true, "files": [["name": text, "revision": text]], "profile": text,
            "ledger": [
                "state": "unavailable", "code": text, "reason": text, "file": text, "ledger": text, "schema": -1,
                "bytes": 1, "tables": [["name": text, "rows": 1]], "faults": [text],
            ],
            "sources": [["fact": text, "source": text, "state": "stale", "fault": text]],
            "overrides": [["fact": text, "endsAfterMs": -5]], "warnings": [diagnostic], "diagnostics": [diagnostic],
        ]
    }

    private static func answers() throws -> [String] {
        let newer = outcome.merging(["code": "blocked." + text]) { $1 }
        var status = parameters
        status["features"] = 1
        return try [
            JSONTree.write(["parameters": parameters]),
            JSONTree.write(["parameters": status]),
            JSONTree.write(["parameters": ["outcome": newer]]),
            JSONTree.write(["error": text, "parameters": [text: text]]),
            JSONTree.write(["error": "io.deeplinkd.Features.NotKept", "parameters": ["reason": text, "code": text]]),
            JSONTree.write(["error": "io.deeplinkd.Monitor.BadTable", "parameters": parameters]),
            JSONTree.write(["error": "io.deeplinkd.Monitor.BadFact", "parameters": parameters]),
            JSONTree.write(["error": "org.varlink.service.InvalidParameter", "parameters": ["parameter": "feature"]]),
            JSONTree.write(["error": "org.varlink.service.InvalidParameter", "parameters": ["parameter": text]]),
            "{\"parameters\":" + text,
        ]
    }

    private static let commands: [[String]] = [
        ["open", "t://x"], ["open", "--dry-run", "t://x"], ["explain", "t://x"], ["match", "t://x"], ["features"],
        ["features", "F"], ["features", "--watch"], ["toggle", "F", "on"], ["runtime", "F", "off"],
        ["override", "toggle", "F", "on"], ["override", "toggle", "F"], ["status"], ["reload"],
        ["ledger", "backup", "x"], ["ledger", "verify"], ["ledger", "status"], ["call", "a.b.C"],
    ]

    @Test func `every text of a daemon is escaped for the terminal, and each JSON value stays one line`() throws {
        try withFolder { folder in
            for (number, answer) in try Self.answers().enumerated() {
                let path = folder.path(of: "socket\(number)")
                let daemon = try ScriptedDaemon(at: path) { _ in [answer] }
                defer { daemon.stop() }
                for command in Self.commands {
                    for format in command[0] == "call" ? [[]] : [["--format", "text"], ["--format", "json"]] {
                        let run = try Program.run(Products.tool, command + ["--socket", path] + format)
                        guard case .code = run.exit else {
                            Issue.record("\(command) \(number): \(run.exit)")
                            continue
                        }
                        let raw = Self.raw(run)
                        #expect(raw.isEmpty, "\(command) \(format) \(number): \(raw)")
                        if format.last == "json" { #expect(throws: Never.self) { try run.lines } }
                    }
                }
            }
        }
    }

    /// What a terminal would obey of an output.
    private static func raw(_ run: Program.Run) -> [Unicode.Scalar] {
        (run.output + run.errors).unicodeScalars.filter { scalar in
            scalar != "\n"
                && (scalar.properties.generalCategory == .control
                    || "\u{202E}\u{2028}".unicodeScalars.contains(scalar))
        }
    }

    private static func table(_ table: String) throws -> String {
        let route: [String: Any] = [
            "name": text, "patterns": [text, text], "scopes": [text], "feature": text, "action": text,
        ]
        let file: [String: Any] = ["name": text, "number": 0, "owner": 0, "text": table]
        return try JSONTree.write(["parameters": ["tableRevision": text, "routes": [route], "files": [file]]])
    }

    @Test(arguments: [
        "scheme t\nrout x", "scheme t\nfeature F {\naction a {\nrespond\n}\nroute r /r do a\n}\n", nil,
    ])
    func `the names of a table in force are escaped for the terminal, of its files and of its routes`(
        _ table: String?
    ) throws {
        try withFolder { folder in
            let path = folder.path(of: "socket")
            let (answer, refusal) = try (
                Self.table(table ?? ""), JSONTree.write(["error": "org.varlink.service.PermissionDenied"])
            )
            let daemon = try ScriptedDaemon(at: path) { call in
                [table == nil && call.contains(#""files":true"#) ? refusal : answer]
            }
            defer { daemon.stop() }
            let cases = try folder.write("c.cases", "")
            let commands = [
                ["check"], ["cat"], ["list"], ["list", "--order", "precedence"], ["tree"], ["overlap"],
                ["matrix", "F"],
                ["bench", "t://r"], ["test", cases],
            ]
            for command in commands {
                let run = try Program.run(Products.tool, command + ["--socket", path])
                guard case .code = run.exit else {
                    Issue.record("\(command): \(run.exit)")
                    continue
                }
                #expect(Self.raw(run).isEmpty, "\(command): \(run)")
            }
        }
    }

    @Test func `a reply without a required member is reported in words`() throws {
        try withFolder { folder in
            let path = folder.path(of: "socket")
            let daemon = try ScriptedDaemon(at: path) { _ in ["{\"parameters\":{}}"] }
            defer { daemon.stop() }
            for command in [["features"], ["features", "F"], ["features", "--watch"], ["status"], ["reload"]] {
                let run = try Program.run(Products.tool, command + ["--socket", path])
                #expect(
                    run.exit == .code(1) && run.errors.hasPrefix("Error: the daemon's reply cannot be read: expected "),
                    "\(run)")
            }
            // A command that can read a table says why it does not ask the daemon.
            let environment = ["DEEPLINKD_SOCKET": path, "XDG_CONFIG_HOME": folder.path]
            let run = try Program.tool("list", environment: environment)
            #expect((run.output + run.errors).contains("the daemon's reply cannot be read: expected "), "\(run)")
        }
    }
}
