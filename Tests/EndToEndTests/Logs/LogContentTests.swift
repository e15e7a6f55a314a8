import Foundation
import Glibc
import Testing

/// What the log has, at which level, and what it never has.
@Suite struct LogContentTests {
    private static let table = """
        scheme t
        feature F {
            require toggle off
            action say {
                input word string
                input key string = none secret
                respond "You said $(word)."
            }
            action print {
                input word string
                exec /usr/bin/printf -- %s $(word)
            }
            route say /say/$(word) do say
        }
        """

    /// Does everything once that leaves a line.
    private func useEverything(_ daemon: RunningDaemon, state: Bool) throws {
        let client = try daemon.connect()
        _ = try client.open("t://say/wordy")
        _ = try client.call("io.deeplinkd.Features.SetToggle", ["feature": "F", "on": true])
        _ = try client.call(
            "io.deeplinkd.Features.SetToggle", ["feature": "F", "on": false, "subject": "account:ann@example.org"])
        let named: [String: Any] = ["action": "F.say", "inputs": ["word": "wordy", "key": "pssst"]]
        _ = try client.outcome("Open", named)
        // Without a ledger the key is refused.
        for _ in 0..<2 {
            _ = try client.call(
                "io.deeplinkd.Dispatch.Open", ["url": "t://say/wordy", "idempotencyKey": "keyed-1"])
        }
        _ = try client.call("io.deeplinkd.Monitor.Override", ["fact": "toggle F", "status": "on"])
        try daemon.replaceTable("scheme t\nfeature {\nfeature F {\n}\n")
        _ = try client.call("io.deeplinkd.Monitor.Reload")
        if state {
            let copy = daemon.folder.path(of: "copy-\(UUID().uuidString)")
            #expect(
                try Program.run(Products.tool, ["ledger", "backup", copy, "--socket", daemon.socket]).exit == .code(0))
        }
    }

    @Test func `toggles, refused reloads, backups and repeated outcomes have lines; URLs, inputs and keys are in none`()
        throws
    {
        try withFolder { folder in
            let state = try folder.makeFolder("state")
            try withDaemon(
                table: Self.table, stateDirectory: state, environment: ["DEEPLINKD_LOG_LEVEL": "debug"]
            ) { daemon in
                try useEverything(daemon, state: true)
                let uid = getuid()
                for line in [
                    "\ntoggle feature=F to=on uid=\(uid)\n",
                    "\ntoggle feature=F subject=account:ann@example.org to=off uid=\(uid)\n",
                    "\noutcome repeated code=ok.replayed ", "\nreload refused: the table in force stays at=",
                    " errors=",
                    "\nbackup uid=\(uid)\n", "\nconnection opened connection=", "\nconnection closed calls=",
                ] {
                    try daemon.awaitLog(line)
                }
                for secret in ["t://", "wordy", "pssst", "keyed-1", "You said"] {
                    #expect(!daemon.log.contains(secret), "\(secret): \(daemon.log)")
                }
            }
        }
    }

    @Test(arguments: ["error", "warning", "notice", "info", "debug"])
    func `a level has its lines and those of the levels above it`(level: String) throws {
        let order = ["error", "warning", "notice", "info", "debug"]
        let first = try #require(order.firstIndex(of: level))
        try withDaemon(table: Self.table, environment: ["DEEPLINKD_LOG_LEVEL": level]) { daemon in
            try useEverything(daemon, state: false)
            try daemon.awaitLog("reload refused")
            let found = Set(
                ["reload refused", "listening", "outcome ", "toggle ", "connection opened"].filter {
                    daemon.log.contains($0)
                })
            var expected: Set = ["reload refused"]
            if first >= 2 { expected.insert("listening") }
            if first >= 3 { expected.formUnion(["outcome ", "toggle "]) }
            if first >= 4 { expected.insert("connection opened") }
            #expect(found == expected, "\(daemon.log)")
        }
    }

    @Test func `the option wins over the variable, and what is no level is refused with those that are`() throws {
        try withFolder { folder in
            let arguments = [
                "-f", try folder.write("routes.conf", "scheme t\nfeature {\n"), "--socket", folder.path(of: "s"),
            ]
            let badOption = try Program.run(Products.daemon, arguments + ["--log-level", "loud"])
            #expect(badOption.exit == .code(2) && badOption.errors.contains("debug"), "\(badOption)")
            let badVariable = try Program.run(
                Products.daemon, arguments, environment: ["DEEPLINKD_LOG_LEVEL": "loud"])
            #expect(badVariable.exit == .code(1), "\(badVariable)")
            #expect(
                badVariable.errors.contains(
                    "DEEPLINKD_LOG_LEVEL=loud: say one of error, warning, notice, info, debug"), "\(badVariable)")
            // The table is bad, which is found later than a level.
            let both = try Program.run(
                Products.daemon, arguments + ["--log-level", "error"], environment: ["DEEPLINKD_LOG_LEVEL": "loud"])
            #expect(both.exit == .code(78), "\(both)")
        }
    }
}
