import Foundation
import Glibc
import TestSupport
import Testing

/// Which app gets a link: the one that had it before, and others by the lines of `choose`; through the socket.
@Suite struct ChosenAppTests {
    private static let table = """
        scheme t
        feature Apps {
            action open {
                launch former
                choose work host work.example *.work.example path /jira/** /login
                choose own host own.example caller uid \(getuid())
                choose other host own.example other.example caller uid 4294967294
                choose other caller unit no-such-*.scope
                timeout 10s
            }
            route open /** do open
        }
        unmatched {
            schemes https
            launch former
            choose work host work.example
        }

        """

    /// Runs a test with a daemon and the record of an installation, without a service manager.
    private static func with(
        record: String? = record("t", "former.desktop"), _ body: (RunningDaemon, AppDesk) throws -> Void
    ) throws {
        try withFolder { folder in
            let desk = try AppDesk(folder)
            for name in [".local", ".local/state", ".local/state/deeplinkd"] {
                _ = try folder.makeFolder("home/" + name)
            }
            if let record { try folder.write("home/.local/state/deeplinkd/desktop.json", record) }
            for id in ["former", "work", "own", "other"] { try desk.entry(id, exec: "\(desk.app) \(id) %u") }
            try withDaemon(in: folder, table: table, environment: desk.environment()) { try body($0, desk) }
        }
    }

    private static func record(_ scheme: String, _ handler: String) -> String {
        #"{"version":1,"entries":[],"lists":[],"former":[{"type":"x-scheme-handler/mailto","handler":"m.desktop"},"#
            + #"{"type":"x-scheme-handler/\#(scheme)","handler":"\#(handler)"}],"portal":[],"caches":[]}"#
    }

    @Test func `the first line that is met names the app, and the app of before gets all other links`() throws {
        try Self.with { daemon, desk in
            let client = try daemon.connect()
            let rows = [
                ("t://news.example/1", "former"), ("t://work.example/jira", "work"), ("t://work.example/jira/", "work"),
                ("t://a.work.example/jira/7?x=1#y", "work"), ("t://a.b.work.example/jira/7", "former"),
                ("t://work.example/jira2", "former"), ("t://work.example/login", "work"),
                ("t://work.example/login/x", "former"),
                ("t://notwork.example/jira", "former"), ("t://own.example/x", "own"), ("t://other.example/x", "former"),
            ]
            for (number, (url, app)) in rows.enumerated() {
                let outcome = try client.open(url)
                #expect(outcome["execution.app"].text == app, "\(url): \(outcome)")
                _ = try desk.awaitStart(number + 1)
            }
            #expect(Set(desk.starts.map { $0.arguments.first ?? "" }) == ["former", "work", "own"])
        }
    }

    @Test func `a link of another app is handed on byte for byte, by the same lines`() throws {
        try Self.with(record: Self.record("https", "former.desktop")) { daemon, desk in
            let client = try daemon.connect()
            let url = "https://news.example:8443/a%2Fb/?q=1&x=$HOME#'"
            let handedOn = try client.open(url)
            #expect(handedOn["code"].text == "ok.unmatched", "\(handedOn)")
            #expect(try desk.awaitStart().arguments == ["former", url])
            let work = try client.open("https://user@WORK.example/x")
            #expect(work["execution.app"].text == "work", "\(work)")
            _ = try desk.awaitStart(2)
            let own = try client.outcome("Open", ["url": "https://work.example/y", "with": "own"])
            #expect(own["execution.app"].text == "own", "\(own)")
            _ = try desk.awaitStart(3)
            for (id, code) in [("none", "failed.launch.noApp"), ("io.deeplinkd.Links", "failed.launch")] {
                let refused = try client.outcome("Open", ["url": "https://work.example/\(id)", "with": id])
                #expect(refused["code"].text == code, "\(refused)")
            }
        }
    }

    /// A record or an entry, and what becomes of a link for the app of before.
    struct Row: CustomTestStringConvertible {
        let record: String?
        var entry: String?
        let code: String
        let words: String

        var testDescription: String { [record, entry].compactMap(\.self).joined(separator: " ") }
    }

    @Test(arguments: [
        Row(record: nil, code: "failed.launch.noApp", words: "no app that opened links of the scheme `t` before"),
        Row(record: record("u", "former.desktop"), code: "failed.launch.noApp", words: "of the scheme `t` before"),
        Row(
            record: record("t", "gone.desktop"), code: "failed.launch.noApp", words: "no desktop entry has the id gone"),
        Row(
            record: record("t", "io.deeplinkd.Web.desktop"), code: "failed.launch",
            words: "io.deeplinkd.Web is an entry of deeplinkd"),
        Row(record: "{", code: "failed.launch", words: "is no record of `deeplinkctl desktop install`"),
        Row(record: #"{"version":2,"former":[]}"#, code: "failed.launch", words: "is no record"),
        Row(
            record: record("t", "former.desktop"), entry: "/usr/bin/xdg-open %u", code: "failed.launch",
            words: "hands links to the app that the desktop chooses"),
        Row(
            record: record("t", "former.desktop"), entry: "env -i A=b xdg-open %u", code: "failed.launch",
            words: "xdg-open hands links"),
    ])
    func `without an app of before, or with one that leads back, nothing is started`(_ row: Row) throws {
        try Self.with(record: row.record) { daemon, desk in
            let program = try desk.folder.write("xdg-open", "#!/bin/sh\n", mode: 0o755)
            if let exec = row.entry {
                try desk.entry("former", exec: exec.replacing("/usr/bin/xdg-open", with: program))
            }
            let outcome = try daemon.connect().open("t://news.example/1")
            #expect(outcome["code"].text == row.code, "\(outcome)")
            #expect(outcome["message"].text.contains(row.words), "\(outcome)")
            #expect(desk.starts.isEmpty)
        }
    }

    @Test func `a check says which app of before is there`() throws {
        try Self.with { _, desk in
            let file = try desk.folder.write("checked.conf", Self.table)
            func check() throws -> String {
                try Program.run(Products.tool, ["check", "--host", file], environment: desk.environment()).output
            }
            #expect(try check().contains("former of t: former"))
            try desk.folder.write("home/.local/state/deeplinkd/desktop.json", #"{"version":1,"former":[]}"#)
            #expect(try check().contains("has noted no app that opened links before"))
        }
    }

    @Test func `what is started knows how often its link was handed on`() throws {
        try Self.with { daemon, desk in
            let client = try daemon.connect()
            #expect(try client.open("t://news.example/1")["code"].text == "ok.started")
            #expect(try desk.awaitStart().environment["DEEPLINKD_HOPS"]?.hasPrefix("1@") == true)
            let again = try client.outcome("Open", ["url": "t://news.example/1", "hops": 4])
            #expect(again["code"].text == "ok.started", "\(again)")
            #expect(try desk.awaitStart(2).environment["DEEPLINKD_HOPS"]?.hasPrefix("5@") == true)
        }
    }

    @Test func `a program of exec knows it too, in a unit and without one`() throws {
        try withFolder { folder in
            let table = """
                scheme t
                feature Apps {
                    action open {
                        exec /usr/bin/env
                    }
                    route open /open do open
                }

                """
            try withDaemon(in: folder, table: table) { daemon in
                let outcome = try daemon.connect().outcome("Open", ["url": "t://open", "hops": 2])
                #expect(outcome["execution.stdout.text"].text.hasPrefix("DEEPLINKD_HOPS=3@"), "\(outcome)")
            }
        }
    }

    @Test func `the service manager leaves out what belongs to the program that was clicked in`() throws {
        guard let bus = try PrivateBus(for: #function) else { return }
        defer { bus.end() }
        try withFolder { folder in
            let desk = try AppDesk(folder)
            let started = try TransientManager.start(
                on: bus, for: #function, notes: folder.path(of: "units"),
                more: ["CHROME_DESKTOP": "x.desktop", "LD_PRELOAD": "", "SNAP_NAME": "x", "DESKTOP_STARTUP_ID": "old"])
            guard started else { return }
            try desk.entry("org.example.Player", exec: desk.app + " %u")
            let table = AppDesk.table("org.example.Player")
            try withDaemon(in: folder, table: table, environment: desk.environment(bus: bus)) { daemon in
                let client = try daemon.connect()
                #expect(try client.open("t://open/x")["code"].text == "ok.started")
                let first = try desk.awaitStart().environment
                for name in ["CHROME_DESKTOP", "LD_PRELOAD", "SNAP_NAME", "DESKTOP_STARTUP_ID"] {
                    #expect(first[name] == nil, "\(name)")
                }
                #expect(first["WAYLAND_DISPLAY"] == "wayland-of-the-manager")
                let token = ["url": "t://open/y", "activationToken": "t0ken"]
                #expect(try client.outcome("Open", token)["code"].text == "ok.started")
                #expect(try desk.awaitStart(2).environment["DESKTOP_STARTUP_ID"] == "t0ken")
            }
        }
    }
}
