import Conf
import Contract
import Foundation
import Glibc
import HostSystem
import Routing
import TestSupport
import TestTables
import Testing

@testable import Tables

@Suite struct TableSourceTests {
    private static let serving = TablePurpose.serving(allowsPrograms: true)

    private func load(_ paths: String..., purpose: TablePurpose = serving) -> RulesetLoader.Result {
        TableSource(.files(paths), purpose: purpose).load()
    }

    // MARK: Which files

    @Test func `the main file and its drop-ins are one table, and each file owns its scopes`() throws {
        try withFolder { folder in
            try folder.write("etc/deeplinkd/routes.conf", table("main") + "include more/*.conf\n")
            try folder.write("etc/deeplinkd/more/x.conf", "scheme more\n")
            try folder.write("usr/lib/deeplinkd/routes.conf.d/10-app.conf", table("radio"))
            let folders = TableLocations.folders(of: .system, environment: [:])
            let source = TableSource(.folders(folders), purpose: Self.serving, root: folder.path)
            let result = source.load()
            let ruleset = try #require(result.ruleset, "\(result.reports)")
            let names = ruleset.files.map { $0.name.replacingOccurrences(of: folder.path, with: "") }
            #expect(
                names == [
                    "/etc/deeplinkd/routes.conf", "/etc/deeplinkd/more/x.conf",
                    "/usr/lib/deeplinkd/routes.conf.d/10-app.conf",
                ])
            #expect(ruleset.routes.map(\.name) == ["main", "radio"])
            try folder.write("etc/deeplinkd/routes.conf.d/10-app.conf")
            #expect(source.load().ruleset?.routes.map(\.name) == ["main"])
        }
    }

    @Test func `without a table the error names every searched place, and a mask too`() throws {
        try withFolder { folder in
            let source = TableSource(
                .folders(["/a", "/b"].map { TableFolder($0) }), purpose: Self.serving, root: folder.path)
            #expect(source.load().ruleset == nil)
            #expect(source.load().reports.map(\.code) == ["RT011"])
            let message = try #require(source.load().reports.first?.message)
            #expect(message.hasSuffix("\(folder.path)/a/routes.conf, \(folder.path)/b/routes.conf"))
            try folder.write("a/routes.conf")
            #expect(
                source.load().reports.first?.message.hasSuffix("masked, as by \(folder.path)/a/routes.conf") == true)
        }
    }

    @Test func `named files are the whole table, in their order`() throws {
        try withFolder { folder in
            let (a, b) = (try folder.write("a", table("a")), try folder.write("b", table("b")))
            try folder.write("routes.conf.d/c.conf", "nonsense")
            #expect(load(b, a).ruleset?.files.map(\.name) == [b, a])
            #expect(load(a, a).reports.map(\.code) == ["RT016"])
            #expect(load(a, folder.path + "/gone").reports.map(\.code) == ["RT011"])
        }
    }

    @Test func `a table without declarations is refused, named or found, for serving and checking`() throws {
        try withFolder { folder in
            for (name, text) in [("a", ""), ("b", "# why\n")] {
                let file = try folder.write(name, text)
                #expect(load(file).reports.map(\.code) == ["RT018"])
                #expect(load(file, purpose: .checking).reports.map(\.code) == ["RT018"])
                #expect(load(try folder.write("t", table("t")), file).reports.map(\.file) == [file])
            }
        }
    }

    @Test func `of the found tables one with declarations is enough`() throws {
        try withFolder { folder in
            let source = TableSource(
                .folders(["/etc", "/lib"].map { TableFolder($0) }), purpose: Self.serving, root: folder.path)
            try folder.write("etc/routes.conf", "# The routes are in routes.conf.d.\n")
            try folder.write("etc/routes.conf.d/a.conf", "# none\n")
            #expect(source.load().reports.map(\.code) == ["RT018"])
            #expect(source.load().reports.first?.file == folder.path + "/etc/routes.conf")
            try folder.write("etc/routes.conf.d/b.conf", table("b"))
            #expect(source.load().ruleset?.routes.map(\.name) == ["b"])
            // An empty main file masks those of later folders.
            try folder.write("lib/routes.conf", table("lib"))
            try folder.write("etc/routes.conf")
            #expect(source.load().ruleset?.routes.map(\.name) == ["b"])
        }
    }

    // MARK: Trust

    @Test(arguments: [(0o644, true), (0o600, true), (0o444, true), (0o664, false), (0o646, false), (0o622, false)])
    func `a table or an included one that others can write is refused`(mode: Int, isBelieved: Bool) throws {
        try withFolder { folder in
            let own = try folder.write("t", table("t"), mode: mode)
            #expect(load(own).reports.map(\.code) == (isBelieved ? [] : ["RT012"]))
            let including = try folder.write("u", "include t\n")
            let reports = load(including).reports
            #expect(reports.map(\.code) == (isBelieved ? [] : ["RT012"]))
            #expect(reports.allSatisfy { $0.file == including && $0.line == 1 && $0.column == 9 })
            #expect(load(own, purpose: .checking).reports.isEmpty)
            #expect(load(own, purpose: .checkingInstalled).reports.map(\.severity) == (isBelieved ? [] : ["warning"]))
        }
    }

    @Test func `a folder that others can write is not searched`() throws {
        try withFolder { folder in
            try folder.write("d/a.conf", table("a"))
            let including = try folder.write("t", "include d/*.conf\n")
            #expect(load(including).ruleset?.routes.count == 1)
            try folder.set("d", mode: 0o777)
            #expect(load(including).reports.map(\.code) == ["RT012"])
            #expect(load(including, purpose: .checking).ruleset?.routes.count == 1)
        }
    }

    /// A way in which other users can change the target of a path, and the fault reported for it.
    private static let ways: [(open: @Sendable (Folder) throws -> Void, fault: String, needsRoot: Bool)] = [
        (
            { try $0.set("a", mode: 0o777) }, "the folder %/a is writable by users other than its owner (mode 0777)",
            false
        ),
        (
            { try $0.set("a/b", mode: 0o775) },
            "the folder %/a/b is writable by users other than its owner (mode 0775)",
            false
        ),
        ({ try $0.give("a") }, "the folder %/a belongs to uid 65534, who could change it", true),
        ({ try $0.give("a/b") }, "the folder %/a/b belongs to uid 65534, who could change it", true),
        ({ try $0.give("a/b/t") }, "%/a/b/t belongs to uid 65534, who could change it", true),
        (
            { folder in
                try folder.write("real", table("t"))
                try FileManager.default.removeItem(atPath: folder.path + "/a/b/t")
                try folder.link("a/b/t", to: "../../real")
                try folder.give("a/b/t")
            }, "the link %/a/b/t belongs to uid 65534, who could change it", true
        ),
    ]

    @Test(arguments: ways.indices)
    func `a table is refused if others can change any part of its path, named, included or found`(
        number: Int
    ) throws {
        let way = Self.ways[number]
        guard !way.needsRoot || HostFacts.userID == 0 else { return print("skipped: only root can give files away") }
        try withFolder { folder in
            let path = try folder.write("a/b/t", table("t"))
            let including = try folder.write("u", "include a/b/t\n")
            let searching = try folder.write("v", "include a/*/t\n")
            for file in [path, including, searching] { #expect(load(file).ruleset?.routes.count == 1) }
            try way.open(folder)
            let fault = way.fault.replacingOccurrences(of: "%", with: folder.path)
            for file in [path, including, searching] {
                #expect(load(file).reports.map(\.code) == ["RT012"])
                #expect(load(file).reports.map(\.message) == [fault])
                #expect(load(file, purpose: .checkingInstalled).reports.contains { $0.message == fault })
                #expect(load(file, purpose: .checking).reports.isEmpty)
            }
        }
    }

    @Test(arguments: ways.indices)
    func `a check warns with the same messages with which the daemon refuses`(number: Int) throws {
        let way = Self.ways[number]
        guard !way.needsRoot || HostFacts.userID == 0 else { return print("skipped: only root can give files away") }
        try withFolder { folder in
            let program = try folder.write("a/b/t", "", mode: 0o755)
            try folder.write("etc/deeplinkd/routes.conf", table("t", action: "exec \(program)"))
            let folders = [TableFolder(folder.path + "/etc/deeplinkd")]
            func reports(_ purpose: TablePurpose) -> [(String, String, String)] {
                TableSource(.folders(folders), purpose: purpose).load().reports.map {
                    ($0.code, $0.severity, $0.message)
                }
            }
            #expect(reports(Self.serving).isEmpty && reports(.checkingInstalled).isEmpty)
            try way.open(folder)
            let fault = way.fault.replacingOccurrences(of: "%", with: folder.path)
            #expect(reports(Self.serving).elementsEqual([("RT306", "error", fault)], by: ==))
            #expect(reports(.checkingInstalled).elementsEqual([("RT306", "warning", fault)], by: ==))
        }
    }

    @Test func `folders and masks that others can write are refused by the daemon, and a warning in a check`() throws {
        try withFolder { folder in
            try folder.write("etc/deeplinkd/routes.conf", table("t"))
            try folder.write("etc/deeplinkd/routes.conf.d/a.conf")
            let folders = [TableFolder(folder.path + "/etc/deeplinkd")]
            func messages(_ purpose: TablePurpose) -> [String] {
                TableSource(.folders(folders), purpose: purpose).load().reports.map(\.message)
            }
            for (name, mode) in [
                ("etc/deeplinkd/routes.conf.d", 0o1777), ("etc/deeplinkd/routes.conf.d/a.conf", 0o666),
            ] {
                #expect(messages(Self.serving).isEmpty)
                try folder.set(name, mode: mode)
                #expect(messages(Self.serving).count == 1)
                #expect(messages(Self.serving).first?.contains("is writable by users other than its owner") == true)
                #expect(messages(.checkingInstalled) == messages(Self.serving))
                try folder.set(name, mode: mode == 0o666 ? 0o644 : 0o755)
            }
            try folder.write("t", "include d/*.conf\n")
            try folder.write("d/a.conf", table("d"))
            try folder.set("d", mode: 0o1777)
            let refused = load(folder.path + "/t").reports
            let doubted = load(folder.path + "/t", purpose: .checkingInstalled).reports
            #expect(refused.map(\.severity) == ["error"] && doubted.map(\.severity) == ["warning"])
            #expect(refused.map(\.message) == doubted.map(\.message) && refused.first?.column == doubted.first?.column)
        }
    }

    @Test func `a program that others can write is an error in the table, and an absent one a warning`() throws {
        try withFolder { folder in
            try folder.write("script", "#!\(folder.path)/bad\n", mode: 0o755)
            try folder.write("orphan", "#!\(folder.path)/absent\n", mode: 0o755)
            let rows: [(name: String, mode: Int?, codes: [String])] = [
                ("good", 0o755, []), ("bad", 0o757, ["RT306"]), ("absent", nil, ["RT314"]), ("script", nil, ["RT306"]),
                ("orphan", nil, ["RT314"]),
            ]
            for (name, mode, codes) in rows {
                if let mode { try folder.write(name, "", mode: mode) }
                let text = table("t", action: "exec \(folder.path)/\(name)")
                let table = try folder.write("t", text)
                #expect(load(table).reports.map(\.code) == codes, "\(name)")
                #expect((load(table).ruleset == nil) == (codes == ["RT306"]), "\(name)")
                #expect(load(table, purpose: .checking).reports.isEmpty)
            }
            let missing = try folder.write("t", table("t", action: "exec \(folder.path)/open/absent"))
            try folder.write("open/x")
            for (mode, code) in [(0o755, "RT314"), (0o777, "RT306"), (0o1777, "RT306")] {
                try folder.set("open", mode: mode)
                #expect(load(missing).reports.map(\.code) == [code])
            }
        }
    }

    @Test func `a program that is a link is checked by the target of the link`() throws {
        try withFolder { folder in
            try folder.link("podcasts", to: "/usr/bin/env")
            try folder.link("again", to: "podcasts")
            try folder.link("gone", to: "nowhere")
            for (name, code) in [("podcasts", "RT307"), ("again", "RT307"), ("gone", "RT313")] {
                // Other diagnostics about the program are not part of this test.
                let text = table("t", action: "input x slug\nexec \(folder.path)/\(name) $(x)")
                let file = try folder.write("t", text.replacingOccurrences(of: "/say", with: "/say/$(x:slug)"))
                for purpose in [Self.serving, .checking, .checkingInstalled] {
                    #expect(load(file, purpose: purpose).reports.map(\.code).filter { $0 != "RT314" } == [code])
                }
                let elsewhere = TableSource(.files([file]), purpose: .checking, root: "/elsewhere").load()
                #expect(elsewhere.reports.map(\.code) == ["RT313"])
            }
        }
    }

    @Test func `a table without programs is valid even if programs are not allowed`() throws {
        try withFolder { folder in
            let purpose = TablePurpose.serving(allowsPrograms: false)
            #expect(load(try folder.write("t", table("t")), purpose: purpose).ruleset != nil)
            let table = try folder.write("t", table("t", action: "exec /bin/true"))
            #expect(load(table, purpose: purpose).reports.map(\.code) == ["RT311"])
        }
    }

    // MARK: Files that are not tables

    @Test(.timeLimit(.minutes(Sanitizer.minutes(3))))
    func `folders, pipes, devices and link loops are refused without waiting, included or not`() throws {
        try withFolder { folder in
            try folder.write("folder/x")
            #expect(unsafe mkfifo(folder.path + "/pipe", 0o600) == 0)
            try folder.link("device", to: "/dev/zero")
            try folder.link("loop", to: "loop")
            for name in ["folder", "pipe", "device", "loop"] {
                let reports = load(folder.path + "/" + name).reports
                #expect(reports.map(\.code) == ["RT011"], "\(name)")
                #expect(reports.first?.message.contains(name) == true)
                let included = load(try folder.write("t", "include \(name)\n")).reports
                #expect(included.map(\.code) == ["RT011"] && included.first?.column == 9, "\(name) \(included)")
            }
        }
    }

    @Test func `a cycle of includes is an error, also through a link of another name`() throws {
        try withFolder { folder in
            let table = try folder.write("t", "include d/up\n")
            try folder.link("d/up", to: "../t")
            #expect(load(table).reports.map(\.code) == ["RT013"])
        }
    }

    @Test func `a file name with a NUL is an error`() throws {
        try withFolder { folder in
            let table = try folder.write("t", "include \"a\\u{0}b\"\n")
            #expect(load(table).reports.map(\.code) == ["RT011"])
        }
    }
}
