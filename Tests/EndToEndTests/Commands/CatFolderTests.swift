import Foundation
import Glibc
import Testing

/// `cat --socket --output`: the files of the table in force, restored into a folder.
@Suite struct CatFolderTests {
    private static func table(_ name: String, package: Bool = false) -> String {
        (package ? "package \(name)\n" : "")
            + "scheme \(name)\nfeature \(name) {\n    action a {\n        respond \(name)\n    }\n"
            + "    route \(name) /r do a\n}\n"
    }

    @Test func `packages and included files of the table in force are restored, and load as they were`() throws {
        let packages = ["a.conf": Self.table("shop", package: true), "b.conf": Self.table("radio", package: true)]
        try withFolder { folder in
            _ = try folder.makeFolder("more", mode: 0o755)
            let more = try folder.write("more/x.conf", "scheme more\n")
            let main = Self.table("main") + "include more/*.conf\n"
            try withDaemon(in: folder, table: main, packages: packages) { daemon in
                for name in ["a.conf", "b.conf", "more/x.conf"] { try folder.write(name, "nonsense\n") }
                try daemon.replaceTable("nonsense\n")
                let output = folder.path(of: "in-force")
                let run = try daemon.tool("cat", "--output", output)
                #expect(run.exit == .code(0), "\(run)")
                let names = ["routes.conf", "more/x.conf", "a.conf", "b.conf"].map { folder.path(of: $0) }
                #expect(run.output == names.map { output + $0 + "\n" }.joined(), "\(run)")
                #expect(try String(contentsOfFile: output + more, encoding: .utf8) == "scheme more\n")
                let files = [names[0], names[2], names[3]].flatMap { ["-f", output + $0] }
                let restored = try Program.run(Products.tool, ["list", "--json"] + files)
                let inForce = try daemon.tool("list", "--json")
                #expect(restored.exit == .code(0) && restored.output == inForce.output, "\(restored)")
                // The concatenation of packages is no table.
                let text = try daemon.tool("cat").output
                #expect(try Program.tool("check", "-f", "-", input: text).exit == .code(3))
            }
        }
    }

    @Test func `an empty folder is filled, one with anything in it is refused, and nothing is left over`() throws {
        try withFolder { folder in
            try withDaemon(in: folder, table: Self.table("main")) { daemon in
                let output = try folder.makeFolder("in-force")
                #expect(try daemon.tool("cat", "--output", output + "/").exit == .code(0))
                let again = try daemon.tool("cat", "--output", output)
                #expect(again.exit == .code(1) && again.errors.contains("is no empty folder"), "\(again)")
                let file = try folder.write("file", "precious")
                #expect(try daemon.tool("cat", "--output", file).exit == .code(1))
                let absent = try daemon.tool("cat", "--output", folder.path(of: "none/in-force"))
                #expect(absent.exit == .code(1) && absent.errors.contains("mkdir -p"), "\(absent)")
                let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
                #expect(!names.contains { $0.hasSuffix(".partial") }, "\(names)")
                let misuse = try Program.tool("cat", "--root", folder.path, "--output", output)
                #expect(misuse.exit == .code(2) && misuse.errors.contains("name its socket with --socket"), "\(misuse)")
            }
        }
    }

    /// Names of files as a hostile daemon could send them, and whether they are written.
    private static let names: [(names: [String], written: String?)] = [
        (["../../escaped"], nil), (["/etc/../../escaped"], nil), (["/.."], nil), ([""], nil), (["/"], nil),
        (["a", "a"], nil), (["a", "a/b"], nil), (["a/b", "a"], nil), (["good", "a\\u0000b"], nil),
        ([String(repeating: "n", count: 300)], nil), (["/etc/x/../shared.conf"], "etc/shared.conf"),
        (["./t.conf"], "t.conf"), (["//etc//t.conf"], "etc/t.conf"),
    ]

    @Test(arguments: names.indices)
    func `no name of a daemon leads out of the folder, and a wrong one writes nothing`(_ index: Int) throws {
        let row = Self.names[index]
        try withFolder { folder in
            let files = row.names.enumerated().map {
                #"{"number":\#($0),"name":"\#($1)","owner":\#($0),"text":"scheme t\n"}"#
            }
            let reply =
                #"{"parameters":{"tableRevision":"x","routes":[],"files":[\#(files.joined(separator: ","))]}}"#
            let socket = folder.path(of: "socket")
            let daemon = try ScriptedDaemon(at: socket) { _ in [reply] }
            defer { daemon.stop() }
            let output = try folder.makeFolder("deep") + "/in-force"
            let run = try Program.tool("cat", "--socket", socket, "--output", output)
            let left = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
            if let written = row.written {
                #expect(run.exit == .code(0) && left.contains("deep/in-force/" + written), "\(run)")
            } else {
                #expect(run.exit == .code(1) && !run.errors.isEmpty && left == ["deep", "socket"], "\(run) \(left)")
            }
        }
    }
}
