import Foundation
import Glibc
import TestSupport
import Testing

/// Tables of several files, and files that are not tables, with the programs that read them.
@Suite struct TableFilesTests {
    private static func table(_ name: String) -> String {
        "scheme \(name)\nfeature \(name) {\n    action a {\n        respond \(name)\n    }\n    route \(name) /r do a\n}\n"
    }

    /// A tree with every kind of file that a search of the standard places can find.
    private func makeTree(_ folder: TemporaryFolder) throws {
        for name in ["etc/deeplinkd/routes.conf.d", "etc/deeplinkd/more", "usr/lib/deeplinkd/routes.conf.d"] {
            try FileManager.default.createDirectory(
                atPath: folder.path(of: name), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o755])
        }
        try folder.write("etc/deeplinkd/routes.conf", Self.table("main") + "include more/*.conf\n")
        try folder.write("etc/deeplinkd/more/x.conf", "scheme more")
        try folder.write("usr/lib/deeplinkd/routes.conf", "nonsense\n")
        try folder.write("usr/lib/deeplinkd/routes.conf.d/10-gone.conf", "nonsense\n")
        try folder.write("etc/deeplinkd/routes.conf.d/10-gone.conf", "")
        try folder.write("usr/lib/deeplinkd/routes.conf.d/20-radio.conf", Self.table("radio"))
    }

    @Test func `check prints the files that were read, overridden and masked`() throws {
        try withFolder { folder in
            try makeTree(folder)
            let run = try Program.tool("check", "--root", folder.path)
            let lines = run.output.replacingOccurrences(of: folder.path, with: "").split(separator: "\n").map(
                String.init)
            #expect(
                lines == [
                    "read        /etc/deeplinkd/routes.conf", "read        /etc/deeplinkd/more/x.conf",
                    "read        /usr/lib/deeplinkd/routes.conf.d/20-radio.conf",
                    "overridden  /usr/lib/deeplinkd/routes.conf, by /etc/deeplinkd/routes.conf",
                    "masked      /etc/deeplinkd/routes.conf.d/10-gone.conf",
                    "overridden  /usr/lib/deeplinkd/routes.conf.d/10-gone.conf, by /etc/deeplinkd/routes.conf.d/10-gone.conf",
                    "no errors; 2 routes, 2 features",
                ], "\(run)")
            let json = try Program.tool("check", "--root", folder.path, "--format", "json").lines
            #expect(json.map { $0["status"].text } == ["read", "read", "read", "overridden", "masked", "overridden"])
            #expect(json[0]["revision"].text.count == 16 && json[3]["by"].text == json[0]["file"].text)
        }
    }

    @Test func `cat prints each file that is read, under its name`() throws {
        try withFolder { folder in
            try makeTree(folder)
            let run = try Program.tool("cat", "--root", folder.path)
            #expect(
                run.output.replacingOccurrences(of: folder.path, with: "")
                    == "# /etc/deeplinkd/routes.conf\n\(Self.table("main"))include more/*.conf\n\n"
                    + "# /etc/deeplinkd/more/x.conf\nscheme more\n\n"
                    + "# /usr/lib/deeplinkd/routes.conf.d/20-radio.conf\n\(Self.table("radio"))")
            try folder.write("etc/deeplinkd/more/x.conf", "include [\n")
            let bad = try Program.tool("cat", "--root", folder.path)
            #expect(bad.exit == .code(3) && bad.errors.contains("RT017") && bad.output.contains("include ["), "\(bad)")
        }
    }

    @Test func `the tool notes files of another tree, or that are named, that a daemon here would refuse`() throws {
        try withFolder { folder in
            try makeTree(folder)
            try folder.write("etc/deeplinkd/more/x.conf", "scheme more\n", mode: 0o666)
            let run = try Program.tool("check", "--root", folder.path)
            #expect(run.exit == .code(0) && run.output.contains("more/x.conf:1:1: note RT012"), "\(run)")
            #expect(try Program.tool("check", "--strict", "--root", folder.path).exit == .code(0))
            let named = try Program.tool("check", "-f", folder.path(of: "etc/deeplinkd/routes.conf"))
            #expect(named.exit == .code(0) && named.output.contains("more/x.conf:1:1: note RT012"), "\(named)")
        }
    }

    @Test func `tables named one by one are one table`() throws {
        try withFolder { folder in
            let (a, b) = (try folder.write("a", Self.table("a")), try folder.write("b", Self.table("b")))
            let run = try Program.tool("match", "-f", a, "-f", b, "--format", "json", "a:r", "b:r")
            let routes = try run.lines.map { $0["route"].text }
            #expect(run.exit == .code(0) && routes == ["a", "b"], "\(run)")
            #expect(try Program.tool("check", "-f", a, "--root", folder.path).exit == .code(2))
            #expect(try Program.tool("check", "-f", "-", "-f", "-").exit == .code(2))
            #expect(try Program.tool("check", "-f", a, "-f", folder.path(of: "gone")).exit == .code(1))
        }
    }

    @Test func `a daemon serves its drop-ins, lists them, and keeps them when one becomes invalid`() throws {
        try withFolder { folder in
            let drop = folder.path(of: "more.d")
            try FileManager.default.createDirectory(atPath: drop, withIntermediateDirectories: false)
            try withDaemon(table: Self.table("main") + "include \(drop)/*.conf\n") { daemon in
                let client = try daemon.connect()
                #expect(try client.open("radio:r")["code"].text == "rejected.url.schemeNotAllowed")
                try folder.write("more.d/a.conf", "scheme radio\n")
                let answer = try client.call("io.deeplinkd.Monitor.Reload")
                #expect(answer["parameters.files.1.name"].text == drop + "/a.conf", "\(answer)")
                #expect(try client.open("radio:r")["text"].text == "main")
                let status = try client.call("io.deeplinkd.Monitor.Status")
                #expect(status["parameters.files"] == answer["parameters.files"])
                try folder.write("more.d/b.conf", "nonsense\n")
                let bad = try client.call("io.deeplinkd.Monitor.Reload")
                #expect(bad["parameters.diagnostics.0.file"].text == drop + "/b.conf", "\(bad)")
                #expect(try client.open("radio:r")["text"].text == "main")
                let text = try daemon.tool("status")
                #expect(text.output.contains(drop + "/a.conf"), "\(text)")
                #expect(!text.output.split(separator: "\n").contains { $0.contains("file ") && $0.contains("b.conf") })
                #expect(text.exit == .code(6) && text.output.contains(drop + "/b.conf:1:1: error"), "\(text)")
            }
        }
    }

    // MARK: Too much of everything

    /// Hostile files at a table's place, the address space allowed for refusing them, and a part of the error.
    ///
    /// *Units*: bytes of text, and mebibytes of address space; the program alone takes 200, which leaves three times
    /// the size of a text of 32.
    private static let floods: [(text: @Sendable () -> Data, mebibytes: Int, says: String)] = [
        ({ Data(repeating: 0x61, count: 32 << 20) }, 300, "RT009: the word has 33554432 bytes"),
        ({ Data(repeating: 0x0A, count: 32 << 20) + Data("x".utf8) }, 300, "33554433:1: error RT101"),
        ({ repeated("a ", 5 << 20) }, 400, "RT109"),
        ({ repeated("a {\n", 1_000_000) }, 500, "RT008"),
        ({ repeated("{", 1_000_000) }, 400, "RT009"),
        ({ repeated("{ ", 1_000_000) }, 400, "RT006"),
        ({ repeated("}\n", 1_000_000) }, 400, "RT007"),
    ]

    private static func repeated(_ text: String, _ count: Int) -> Data {
        Data(String(repeating: text, count: count).utf8)
    }

    @Test(
        .enabled(
            if: Sanitizer.isAbsent(
                for: "an enormous table is refused in bounded memory", "a sanitizer maps more memory than the limit")),
        arguments: floods.indices)
    func `an enormous table is refused in bounded memory`(number: Int) throws {
        let (text, mebibytes, says) = Self.floods[number]
        try withFolder { folder in
            let table = folder.path(of: "t")
            try text().write(to: URL(fileURLWithPath: table))
            let script = "ulimit -v \(mebibytes * 1024); exec \"$0\" \"$@\""
            let run = try Program.run(
                "/bin/sh", ["-c", script, Products.tool, "check", "-f", table], patience: 120_000)
            #expect(
                run.exit == .code(3) && run.output.contains(says),
                "\(run.exit) \(run.output.prefix(2000)) \(run.errors)")
        }
    }
}
