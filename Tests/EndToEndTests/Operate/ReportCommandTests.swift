import Foundation
import TestSupport
import Testing

/// `deeplinkctl report`: what it has, and what it must not say.
@Suite struct ReportCommandTests {
    private static let secrets = [
        "geheim", "verborgen", "schluessel", "Bearer", "hunter2", "anna", "t0ken", "kommentar", "vorgabe", "konstante",
    ]

    /// A home folder that is not that of the caller.
    private static let home = "/" + "home/anna"

    private static let table = """
        # hunter2 kommentar
        scheme t
        profile development
        timeline {
        }
        metrics {
        }
        feature F {
            require runtime from file \(home)/switch = on
            require toggle on
            action say {
                input word slug
                input code slug = vorgabe secret
                respond "$(word)"
            }
            action ask {
                http POST https://shop.example/orders?key=konstante
                header Authorization "Bearer hunter2"
                json token=konstante item=7 # hunter2
            }
            route say /say/$(word:slug) do say
            route ask /ask do ask
        }

        """

    /// Runs the command with a home folder and a secret in its environment.
    private static func report(_ daemon: RunningDaemon?, _ words: [String], in folder: TemporaryFolder) throws -> String
    {
        let socket = daemon?.socket ?? folder.path(of: "none")
        let run = try Program.run(
            Products.tool, ["report", "--socket", socket] + words,
            environment: ["HOME": folder.path, "PATH": "/usr/bin:/bin", "API_TOKEN": "hunter2", "USER": "anna"])
        #expect(run.exit == .code(0), "\(run)")
        return run.output
    }

    private static func check(_ text: String, in folder: TemporaryFolder) {
        for secret in secrets + [folder.path, home, "API_TOKEN"] {
            #expect(!text.contains(secret), "\(secret) in \(text)")
        }
        let addresses = text.matches(of: /[a-z]+:\/\/(?!\*\*\*)/)
        #expect(addresses.isEmpty, "\(addresses.map { text[$0.range] })")
    }

    @Test func `a report has what a bug report needs, and no secret that was planted`() throws {
        try withFolder { folder in
            let state = try folder.makeFolder("state")
            try withDaemon(in: folder, table: Self.table, stateDirectory: state) { daemon in
                let client = try daemon.connect()
                _ = try client.call("io.deeplinkd.Monitor.Override", ["fact": "toggle F", "status": "on"])
                _ = try client.call("io.deeplinkd.Monitor.Focus", ["features": ["F"]])
                for url in ["t://say/geheim?x=verborgen", "t://none/verborgen", "t://say/a"] {
                    _ = try client.outcome(
                        "Open", ["url": url, "idempotencyKey": "schluessel-\(url.count)", "activationToken": "t0ken"])
                }
                let text = try Self.report(daemon, ["--last", "2"], in: folder)
                Self.check(text, in: folder)
                let report = try JSONTree(parsing: Array(text.utf8))
                #expect(report["tool.version"]?.text == report["status.version"]?.text)
                #expect(report["host.linux"] != nil && report["host.libraries.libuv"] != nil)
                #expect(report["tool.sqlite"]?.text.hasPrefix("3.") == true)
                #expect(report["daemon.socket"]?.text == "~/socket" && report["daemon.instance"]?.text == "other")
                #expect(report["status.routes"]?.text == "2" && report["status.overridden"]?.text == "true")
                #expect(report["limits.url"]?.text == "8192" && report["limits.connections"]?.text == "512")
                #expect(report["check.findings"]?.elements.isEmpty == false)
                #expect(report["timeline"]?.elements.count == 2)
                #expect(report["timeline.1.route"]?.text == "say" && report["timeline.1.values"] == nil)
                #expect(report["metrics"]?.elements.contains { $0.text.hasPrefix("deeplinkd_links_total{") } == true)
                #expect(report["ledger.ledger.file"]?.text.hasPrefix("~/state/") == true)
                #expect(report["missing"]?.elements.isEmpty == true, "\(report)")
                #expect(report["table"] == nil && report["log"] == nil)
            }
        }
    }

    @Test func `the text of a table is added where it is asked for, without what is probably secret`() throws {
        try withFolder { folder in
            try withDaemon(in: folder, table: Self.table) { daemon in
                let report = try JSONTree(
                    parsing: Array(try Self.report(daemon, ["--with-table"], in: folder).utf8))
                let lines = try #require(report["table.0.lines"]?.elements.map(\.text))
                Self.check(lines.joined(separator: "\n"), in: folder)
                #expect(lines[0] == "# …" && lines.contains("        header Authorization ***"))
                #expect(lines.contains("        input code slug = *** secret"))
                #expect(lines.contains("        json token=*** item=*** # …"))
                #expect(lines.contains("    route say /say/$(word:slug) do say"))
            }
        }
    }

    @Test func `errors of a table are told by code and place, without its words`() throws {
        try withFolder { folder in
            try withDaemon(in: folder, table: Self.table) { daemon in
                try daemon.replaceTable(Self.table + "hunter2 geheim\nlimit url verborgen\n")
                let text = try Self.report(daemon, [], in: folder)
                Self.check(text, in: folder)
                let report = try JSONTree(parsing: Array(text.utf8))
                let codes = report["check.diagnostics"]?.elements.map { $0["code"]?.text ?? "" } ?? []
                #expect(codes.count == 2 && codes.allSatisfy { $0.hasPrefix("RT1") }, "\(codes)")
                #expect(report["check.diagnostics.0.file"]?.text == "~/routes.conf")
            }
        }
    }

    @Test func `the file of a report is its user's alone`() throws {
        try withFolder { folder in
            try withDaemon(in: folder, table: Self.table) { daemon in
                let file = folder.path(of: "report.json")
                // A link that another has put there is replaced, and what it leads to stays as it is.
                let other = try folder.write("other", "as before")
                try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: other)
                let printed = try Self.report(daemon, ["--output", file], in: folder)
                #expect(printed == "\(file) is written; read it before you send it\n")
                let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
                #expect(mode == 0o600)
                #expect(try String(contentsOfFile: other, encoding: .utf8) == "as before")
                let text = try String(contentsOfFile: file, encoding: .utf8)
                Self.check(text, in: folder)
                #expect(try JSONTree(parsing: Array(text.utf8))["status.routes"]?.text == "2")
            }
        }
    }

    @Test func `without a daemon the report says so, and has the rest`() throws {
        try withFolder { folder in
            let text = try Self.report(nil, [], in: folder)
            Self.check(text, in: folder)
            let report = try JSONTree(parsing: Array(text.utf8))
            #expect(report["missing.0.part"]?.text == "daemon" && report["missing.0.reason"]?.text.isEmpty == false)
            #expect(report["tool.version"] != nil && report["host.arch"] != nil && report["status"] == nil)
        }
    }

    @Test func `the log is added where the journal can be read`() throws {
        try withFolder { folder in
            let bin = try folder.makeFolder("bin")
            let line = "2026-11-27T22:00:00 outcome at \(Self.home)/x of https://geheim.example/a"
            let words = #"printf '%s\n' "\#(line)" "$@""#
            try folder.write("bin/journalctl", "#!/bin/sh\n" + words + "\n", mode: 0o755)
            for (path, isThere) in [(bin + ":/usr/bin:/bin", true), ("/nowhere", false)] {
                let run = try Program.run(
                    Products.tool, ["report", "--socket", folder.path(of: "none"), "--with-log"],
                    environment: ["HOME": folder.path, "PATH": path])
                let report = try JSONTree(parsing: Array(run.output.utf8))
                #expect((report["log"] != nil) == isThere, "\(run)")
                guard isThere else {
                    let reasons = report["missing"]?.elements.map { $0["reason"]?.text ?? "" } ?? []
                    #expect(reasons.contains("there is no journalctl"))
                    continue
                }
                #expect(report["log.0"]?.text == "2026-11-27T22:00:00 outcome at ~/x of https://***")
                let asked = report["log"]?.elements.dropFirst().map(\.text) ?? []
                #expect(asked.contains("--identifier=deeplinkd") && asked.contains("--lines=200"))
            }
        }
    }
}
