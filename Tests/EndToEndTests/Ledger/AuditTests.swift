import Foundation
import Glibc
import TestSupport
import Testing

/// The audit through the socket: who changed what, from where.
@Suite struct AuditTests {
    private static let features = "io.deeplinkd.Features."
    private static let monitor = "io.deeplinkd.Monitor."

    private static func table(_ audit: String = "audit {\n}\n") -> String {
        audit + """
            profile development
            scheme t
            product pro {
            }
            product plus {
                trial 14d
            }
            feature T {
                require toggle off
                action a {
                    respond
                }
                route t /t do a
            }
            feature R {
                require runtime on
                require permission camera
                require purchase pro
                require purchase plus
                action a {
                    respond
                }
                route r /r do a
            }

            """
    }

    private func withKeeper(
        _ table: String = table(), _ body: (RunningDaemon, _ state: String) throws -> Void
    ) throws {
        try withFolder { folder in
            let state = try folder.makeFolder("state")
            try withDaemon(in: folder, table: table, stateDirectory: state) { try body($0, state) }
        }
    }

    private func rows(_ daemon: RunningDaemon, _ parameters: [String: Any] = [:]) throws -> [JSONTree] {
        let answer = try daemon.connect().call(Self.monitor + "Audit", parameters)
        return try #require(answer["parameters.rows"]?.elements, "\(answer)")
    }

    /// *Shape*: `toggle T uid:1000 default on`.
    private func words(_ row: JSONTree) -> String {
        let values = [row["kind"]?.text, row["name"]?.text, row["subject"]?.text ?? "machine"]
        return (values + [row["old"]?.text ?? "default", row["new"]?.text ?? "default"]).compactMap(\.self)
            .joined(separator: " ")
    }

    @Test func `each kind of change has one row, and what is refused or changes nothing has none`() throws {
        let own = "uid:\(getuid())"
        let changes: [(method: String, parameters: [String: Any], row: String?)] = [
            (Self.features + "SetToggle", ["feature": "T", "on": true], "toggle T \(own) default on"),
            (Self.features + "SetToggle", ["feature": "T", "on": true], nil),
            (
                Self.features + "SetToggle", ["feature": "T", "subject": "account:ann", "on": false],
                "toggle T account:ann default off"
            ),
            (Self.features + "SetToggle", ["feature": "T"], "toggle T \(own) on default"),
            (Self.features + "SetToggle", ["feature": "None", "on": true], nil),
            (Self.features + "SetRuntime", ["feature": "R", "on": false], "runtime R machine default off"),
            (
                Self.features + "SetRuntime", ["feature": "DeepLinking", "on": false],
                "runtime DeepLinking machine default off"
            ),
            (Self.features + "SetRuntime", ["feature": "DeepLinking"], "runtime DeepLinking machine off default"),
            (
                "io.deeplinkd.Permissions.SetPermission",
                ["permission": "camera", "status": "denied", "subject": "uid:77"],
                "permission camera uid:77 default denied"
            ),
            (
                "io.deeplinkd.Permissions.SetPermission", ["permission": "camera", "subject": "uid:77"],
                "permission camera uid:77 denied default"
            ),
            (
                "io.deeplinkd.Purchases.SetPurchase",
                ["product": "pro", "state": "active", "subject": "account:ann"],
                "purchase pro account:ann default active"
            ),
            ("io.deeplinkd.Purchases.SetPurchase", ["product": "none", "state": "active"], nil),
            ("io.deeplinkd.Purchases.StartTrial", ["product": "plus"], "trial plus \(own) default started"),
            ("io.deeplinkd.Purchases.StartTrial", ["product": "plus"], nil),
            (Self.monitor + "Override", ["fact": "toggle T", "status": "on"], "override toggle T machine default on"),
            (Self.monitor + "Override", ["fact": "toggle T"], "override toggle T machine default default"),
            (Self.monitor + "Override", ["fact": "toggle None", "status": "on"], nil),
            (Self.monitor + "Reload", [:], nil),
        ]
        try withKeeper { daemon, _ in
            let client = try daemon.connect()
            var expected: [String] = []
            for (method, parameters, row) in changes {
                _ = try client.call(method, parameters)
                expected += [row].compactMap(\.self)
                #expect(try rows(daemon).map(words) == expected, "\(method) \(parameters)")
            }
            let found = try rows(daemon)
            #expect(found.map { $0["number"].text } == (1...found.count).map { "\($0)" })
            for row in found {
                #expect(row["uid"].text == "\(getuid())" && row["pid"].text == "\(getpid())", "\(row)")
                #expect(row["chain"].text.count == 64 && row["method"].text.hasPrefix("io.deeplinkd."))
                let program = try String(contentsOfFile: "/proc/self/comm", encoding: .utf8)
                #expect(row["program"].text + "\n" == program)
            }
            #expect(Set(found.map { $0["chain"].text }).count == found.count)
            #expect(try ledger(daemon, "verify").exit == .code(0))
        }
    }

    private func ledger(_ daemon: RunningDaemon, _ words: String...) throws -> Program.Run {
        try Program.run(Products.tool, ["ledger"] + words + ["--socket", daemon.socket])
    }

    @Test func `another table in force has a row with both revisions, also by a signal`() throws {
        try withKeeper { daemon, _ in
            let first = try daemon.connect().call(Self.monitor + "Status")["parameters.tableRevision"].text
            try daemon.replaceTable("title \"Other\"\n" + Self.table())
            let second = try daemon.connect().call(Self.monitor + "Reload")["parameters.tableRevision"].text
            // One with an error changes nothing.
            try daemon.replaceTable("nonsense\n" + Self.table())
            _ = try daemon.connect().call(Self.monitor + "Reload")
            try daemon.replaceTable(Self.table())
            daemon.program.signal(SIGHUP)
            try Patience.lookFor("the row of the signal") { try rows(daemon).count == 2 }
            let found = try rows(daemon)
            #expect(
                found.map(words) == [
                    "table revision machine \(first) \(second)", "table revision machine \(second) \(first)",
                ])
            #expect(found[1]["method"].text == "SIGHUP" && found[1]["pid"] == nil)
            // A table without the block is the last that is noted.
            try daemon.replaceTable(Self.table(""))
            _ = try daemon.connect().call(Self.monitor + "Reload")
            _ = try daemon.connect().call(Self.features + "SetToggle", ["feature": "T", "on": true])
            let none = try daemon.connect().call(Self.monitor + "Audit")
            #expect(none["error"].text == "io.deeplinkd.Monitor.NoAudit")
            #expect(none["parameters.reason"].text.contains("add `audit { keep 90 days }`"), "\(none)")
            try daemon.replaceTable(Self.table())
            _ = try daemon.connect().call(Self.monitor + "Reload")
            #expect(try rows(daemon).map { $0["kind"].text } == ["table", "table", "table", "table"])
        }
    }

    @Test func `the audit is a feature: while it is not available nothing is written, and its end is the last row`()
        throws
    {
        try withKeeper(Self.table("audit {\n    require runtime on\n}\n")) { daemon, _ in
            let client = try daemon.connect()
            for isOn in [false, true] {
                _ = try client.call(Self.features + "SetRuntime", ["feature": "Audit", "on": isOn])
                _ = try client.call(Self.features + "SetToggle", ["feature": "T", "on": isOn])
            }
            #expect(
                try rows(daemon).map(words) == ["runtime Audit machine default off", "toggle T uid:\(getuid()) off on"])
        }
    }

    @Test func `a check of the host names the library without which changes are refused`() throws {
        for table in [Self.table(), Self.table("")] {
            let run = try Program.tool("check", "--host", "-f", "-", input: table)
            #expect(run.output.contains("library     libcrypto.so.3") == table.hasPrefix("audit"), "\(run)")
        }
    }

    @Test func `the command prints rows for people and as lines of JSON, by time and by user`() throws {
        try withKeeper { daemon, _ in
            #expect(try daemon.tool("audit").output == "nothing was changed yet\n")
            for isOn in [true, false] {
                _ = try daemon.connect().call(Self.features + "SetToggle", ["feature": "T", "on": isOn])
            }
            let text = try daemon.tool("audit")
            let lines = text.output.split(separator: "\n")
            #expect(text.exit == .code(0) && lines.count == 2, "\(text)")
            #expect(lines[0].contains("toggle T: default → on") && lines[1].contains("toggle T: on → off"), "\(text)")
            #expect(lines[0].contains("pid \(getpid())"))
            let json = try daemon.tool("audit", "--format", "json").lines
            #expect(json.map { $0["number"].text } == ["1", "2"])
            #expect(try daemon.tool("audit", "--since", "1h").output == text.output)
            #expect(try daemon.tool("audit", "--since", "2100-01-01").output == "")
            #expect(try daemon.tool("audit", "--user", "\(getuid())", "--json").lines.count == 2)
            #expect(try daemon.tool("audit", "--user", "54321", "--json").lines.isEmpty)
            let bad = try daemon.tool("audit", "--since", "yesterday")
            #expect(bad.exit == .code(2) && bad.errors.contains("is no time: write 2h"), "\(bad)")
            let none = try daemon.tool("audit", "--user", "no-such-user")
            #expect(none.exit == .code(2) && none.errors.contains("has no user"), "\(none)")
        }
        try withKeeper(Self.table("")) { daemon, _ in
            let run = try daemon.tool("audit")
            #expect(run.exit == .code(1) && run.errors.hasPrefix("Error: the table has no audit: add"), "\(run)")
        }
    }

    @Test func `a row that is removed from the file is named by verify, and the daemon does not take the ledger`()
        throws
    {
        try withKeeper { daemon, state in
            for isOn in [true, false, true] {
                _ = try daemon.connect().call(Self.features + "SetToggle", ["feature": "T", "on": isOn])
            }
            daemon.program.signal(SIGTERM)
            #expect(try daemon.program.wait() == .code(0))
            let script = """
                import sqlite3
                db = sqlite3.connect('\(state)/ledger.db')
                for event in ['INSERT', 'UPDATE', 'DELETE']:
                    db.execute('DROP TRIGGER checksumOf_audit' + event)
                db.execute('DELETE FROM audit WHERE number = 2')
                db.commit()
                """
            guard HostPrograms.paths(of: ["python3"], for: "a row that is removed from the file") != nil else {
                return try daemon.restartKilled()
            }
            let run = try Program.run(
                "/usr/bin/env", ["python3", "-c", script], environment: ProcessInfo.processInfo.environment)
            #expect(run.exit == .code(0), "\(run)")
            let verified = try Program.tool("ledger", "verify", state + "/ledger.db")
            #expect(
                verified.exit == .code(1) && verified.output.contains("the audit has no rows 2 to 2"), "\(verified)")
            try daemon.restartKilled()
            #expect(try daemon.tool("status").output.contains("unavailable (ledger.corrupt)"))
        }
    }

    @Test func `a consent that is given and taken back has two rows`() throws {
        try FlowStage.with("require permission contacts", head: "audit {\n}\n", isKept: true, hasOwnSocket: true) {
            stage in
            let flow = FlowClient(client: try stage.daemon.connect(), other: try stage.daemon.connect())
            try flow.begin(["url": "t://go"])
            #expect(try flow.next(2) == ["began contacts", "asking contacts"])
            try flow.answer("granted", "contacts")
            _ = try flow.next(2)
            _ = try stage.daemon.connect().call("io.deeplinkd.Permissions.Withdraw", ["permission": "contacts"])
            let own = "uid:\(getuid())"
            #expect(
                try rows(stage.daemon).map(words) == [
                    "consent contacts \(own) default granted", "consent contacts \(own) granted default",
                ])
        }
    }
}
