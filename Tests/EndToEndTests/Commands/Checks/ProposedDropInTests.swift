import Foundation
import Testing

/// `check --with-file`: drop-ins that are judged in their places before they are installed.
@Suite struct ProposedDropInTests {
    private static func table(_ name: String, package: Bool = false) -> String {
        (package ? "package \(name)\n" : "")
            + "scheme \(name)\nfeature \(name) {\n    action a {\n        respond\n    }\n    route \(name) /r do a\n}\n"
    }

    /// A tree with a main file and the drop-in of the museum, and the text of another drop-in outside of it.
    private func withTree(_ text: String, _ body: (TemporaryFolder, _ new: String) throws -> Void) throws {
        try withFolder { folder in
            try Self.makeTree(folder, "etc/deeplinkd")
            try body(folder, try folder.write("new.conf", text))
        }
    }

    private static func makeTree(_ folder: TemporaryFolder, _ name: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder.path(of: name + "/routes.conf.d"), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755])
        try folder.write(name + "/routes.conf", table("main"))
        try folder.write(name + "/routes.conf.d/10-museum.conf", table("museum"))
    }

    private func check(_ folder: TemporaryFolder, _ files: String...) throws -> Program.Run {
        let words = files.flatMap { ["--with-file", $0] }
        let run = try Program.run(Products.tool, ["check", "--root", folder.path] + words)
        return Program.Run(
            exit: run.exit, output: run.output.replacing(folder.path, with: ""),
            errors: run.errors.replacing(folder.path, with: ""))
    }

    @Test func `a drop-in that declares the scheme of another is an error in its place, and none by itself`() throws {
        try withTree(Self.table("museum")) { folder, new in
            #expect(try Program.tool("check", new).exit == .code(0))
            let run = try check(folder, "30-third.conf=\(new)")
            #expect(run.exit == .code(3), "\(run)")
            let place = "/etc/deeplinkd/routes.conf.d/30-third.conf"
            #expect(run.output.contains("proposed    \(place), by /new.conf\n"), "\(run)")
            #expect(run.output.contains("\n\(place):1:8: error RT603: "), "\(run)")
            // Nothing was written, and what is installed is as good as before.
            #expect(try Program.tool("check", "--root", folder.path).exit == .code(0))
        }
    }

    @Test func `a drop-in that exists is replaced, an empty file takes it away, and several are read together`() throws
    {
        try withTree(Self.table("museum") + "scheme cafe\n") { folder, new in
            let replaced = try check(folder, "10-museum.conf=\(new)")
            #expect(replaced.exit == .code(0) && replaced.output.contains("no errors; 2 routes"), "\(replaced)")
            let cafe = try folder.write("cafe.conf", Self.table("cafe"))
            let both = try check(folder, "10-museum.conf=\(new)", "20-cafe.conf=\(cafe)")
            #expect(both.exit == .code(3) && both.output.contains("20-cafe.conf:1:8: error RT603: "), "\(both)")
            let empty = try folder.write("empty", "")
            let masked = try check(folder, "10-museum.conf=\(empty)", "20-cafe.conf=\(cafe)")
            #expect(masked.exit == .code(0), "\(masked)")
            #expect(masked.output.contains("masked      /etc/deeplinkd/routes.conf.d/10-museum.conf\n"), "\(masked)")
        }
    }

    @Test func `a drop-in goes before that of a later folder, and is read where there is no folder yet`() throws {
        try withTree(Self.table("radio")) { folder, new in
            try Self.makeTree(folder, "usr/lib/deeplinkd")
            try folder.write("usr/lib/deeplinkd/routes.conf.d/10-museum.conf", "nonsense\n")
            try FileManager.default.removeItem(atPath: folder.path(of: "etc/deeplinkd/routes.conf.d"))
            #expect(try check(folder).exit == .code(3))
            let run = try check(folder, "10-museum.conf=\(new)")
            #expect(run.exit == .code(0), "\(run)")
            let places = ["usr/lib", "etc"].map { "/\($0)/deeplinkd/routes.conf.d/10-museum.conf" }
            #expect(run.output.contains("overridden  \(places[0]), by \(places[1])\n"), "\(run)")
        }
    }

    @Test func `what it includes is looked for beside its place, and a glob of the main file finds it`() throws {
        try withTree("include parts/a.inc\n" + Self.table("radio")) { folder, new in
            _ = try folder.makeFolder("etc/deeplinkd/routes.conf.d/parts", mode: 0o755)
            try folder.write("etc/deeplinkd/routes.conf.d/parts/a.inc", "scheme included\n")
            let run = try check(folder, "30-radio.conf=\(new)")
            #expect(run.exit == .code(0) && run.output.contains("read        /etc/deeplinkd/routes.conf.d/parts/a.inc"))
            try folder.write("etc/deeplinkd/routes.conf", Self.table("main") + "include routes.conf.d/30-*.conf\n")
            let found = try check(folder, "30-radio.conf=\(new)")
            #expect(
                found.output.contains("proposed    /etc/deeplinkd/routes.conf.d/30-radio.conf, by /new.conf\n"),
                "\(found)")
        }
    }

    @Test func `a package with an error is refused in its place, with what a start and a reload do`() throws {
        try withTree(Self.table("museum", package: true)) { folder, new in
            let run = try check(folder, "30-third.conf=\(new)")
            #expect(run.exit == .code(3), "\(run)")
            #expect(run.output.contains("the package museum has errors: a start leaves it out"), "\(run)")
        }
    }

    @Test(arguments: [
        (["--with-file", "30.conf"], "--with-file takes the name of a drop-in and a file"),
        (["--with-file", "30.conf="], "--with-file takes the name of a drop-in and a file"),
        (["--with-file", "../30.conf=x"], "`../30.conf` is no name of a drop-in"),
        (["--with-file", "30.txt=x"], "`30.txt` is no name of a drop-in"),
        (["--with-file", ".30.conf=x"], "`.30.conf` is no name of a drop-in"),
        (["--with-file", "a.conf=x", "--with-file", "a.conf=y"], "--with-file names the drop-in `a.conf` twice."),
        (["--with-file", "a.conf=x", "-f", "t"], "leave out -f."),
        (["--with-file", "a.conf=x", "--socket", "s"], "leave out --with-file."),
    ])
    func `misuse says what to write`(_ words: [String], _ says: String) throws {
        let run = try Program.run(Products.tool, ["check"] + words)
        #expect(run.exit == .code(2) && run.errors.contains(says), "\(run)")
    }

    @Test func `a file that cannot be read is a failure that names it`() throws {
        try withTree("") { folder, _ in
            let run = try check(folder, "a.conf=/nowhere/new.conf")
            #expect(run.exit == .code(1) && run.errors.contains("/nowhere/new.conf"), "\(run)")
        }
    }

    // MARK: Many machines

    private func checkFleet(_ folder: TemporaryFolder, _ words: String...) throws -> Program.Run {
        let run = try Program.run(Products.tool, ["check", "--against", folder.path(of: "fleet")] + words)
        return Program.Run(
            exit: run.exit, output: run.output.replacing(folder.path, with: ""),
            errors: run.errors.replacing(folder.path, with: ""))
    }

    @Test func `the tables of each machine are checked with the drop-in, and one line says how it is`() throws {
        try withFolder { folder in
            try Self.makeTree(folder, "fleet/hall/etc/deeplinkd")
            try Self.makeTree(folder, "fleet/shop/etc/deeplinkd")
            try folder.write("fleet/shop/etc/deeplinkd/routes.conf.d/20-radio.conf", Self.table("radio"))
            _ = try folder.makeFolder("fleet/empty", mode: 0o755)
            _ = try folder.makeFolder("fleet/.git", mode: 0o755)
            try folder.write("fleet/README", "not a machine")
            let new = try folder.write("new.conf", Self.table("radio"))
            let run = try checkFleet(folder, "--with-file", "30-radio.conf=\(new)")
            #expect(run.exit == .code(3) && run.errors.isEmpty, "\(run)")
            let lines = run.output.split(separator: "\n").map(String.init)
            #expect(lines[0] == "empty  no errors; 1 route, 1 feature", "\(run)")
            #expect(lines[1] == "hall   no errors; 3 routes, 3 features", "\(run)")
            #expect(lines[2] == "shop   3 errors", "\(run)")
            #expect(run.output.contains("/fleet/shop/etc/deeplinkd/routes.conf.d/30-radio.conf:1:8: error RT603: "))
            #expect(lines.last == "3 machines, 1 with errors", "\(run)")

            let json = try checkFleet(folder, "--json", "--with-file", "30-radio.conf=\(new)")
            let objects = try json.output.split(separator: "\n").map { try JSONTree(parsing: Array($0.utf8)) }
            #expect(objects.count == 4 && json.exit == .code(3), "\(json)")
            #expect(objects[1]["machine"] == .string("hall"), "\(json)")
            #expect(objects[1]["errors"] == .integer(0), "\(json)")
            #expect(objects[2]["diagnostics.0.code"] == .string("RT603"), "\(json)")
            #expect(objects[3] == .object(["machines": .integer(3), "faulty": .integer(1)]), "\(json)")
            let bare = try checkFleet(folder)
            #expect(bare.exit == .code(3) && bare.output.hasPrefix("empty  there is no route table at "), "\(bare)")
            let first = try #require(try checkFleet(folder, "--json").output.split(separator: "\n").first)
            #expect(first.hasPrefix(#"{"machine":"empty","failure":"there is no route table at "#))
        }
    }

    @Test func `without a drop-in the machines are checked as they are, and a folder without machines says so`() throws
    {
        try withFolder { folder in
            try Self.makeTree(folder, "fleet/hall/etc/deeplinkd")
            let run = try checkFleet(folder, "--strict")
            #expect(run.exit == .code(0) && run.output.hasSuffix("1 machine, 0 with errors\n"), "\(run)")
            _ = try folder.makeFolder("none", mode: 0o755)
            for (path, says) in [("none", "has no folder of a machine"), ("nowhere", "nowhere")] {
                let run = try Program.run(Products.tool, ["check", "--against", folder.path(of: path)])
                #expect(run.exit == .code(1) && run.errors.contains(says), "\(run)")
            }
            for words in [["-f", "t"], ["--root", "r"], ["--host"], ["--socket", "s"], ["--system"]] {
                let run = try Program.run(Products.tool, ["check", "--against", folder.path] + words)
                #expect(run.exit == .code(2) && run.errors.contains("--against"), "\(run)")
            }
        }
    }
}
