import Testing

/// `deeplinkctl` with files whose names would move the cursor, set the title of a terminal, or reorder a line.
@Suite struct HostileNameTests {
    private static let name = "x\u{1B}]0;owned\u{7}\u{202E}\n"

    private static func expectSafe(_ run: Program.Run, _ command: [String]) {
        let obeyed = (run.output + run.errors).unicodeScalars.filter { scalar in
            scalar != "\n" && (scalar.properties.generalCategory == .control || scalar == "\u{202E}")
        }
        #expect(obeyed.isEmpty, "\(command): \(run)")
        // The line end of the name is written as it is escaped, so that no line begins with the rest of the name.
        #expect(!(run.output + run.errors).contains("\n.conf"), "\(command): \(run)")
    }

    @Test(arguments: [
        "scheme t\nrout x\n", "scheme t\nproduct unused {\n}\ninclude \"none.conf\"\n", "\u{1B}[31m\n",
        "scheme t\nfeature F {\n    require toggle on\n    action a {\n        respond\n    }\n    route r /r do a\n}\n",
    ])
    func `no command prints the name of a file raw`(_ table: String) throws {
        try withFolder { folder in
            let path = try folder.write(Self.name + ".conf", table)
            let root = try folder.makeFolder("root") + "/etc/deeplinkd/routes.conf.d"
            #expect(try Program.run("/bin/mkdir", ["-p", root]).exit == .code(0))
            #expect(try Program.run("/bin/cp", [path, root + "/"]).exit == .code(0))
            #expect(try Program.run("/bin/cp", [path, root + "/other.conf"]).exit == .code(0))
            let cases = try folder.write(Self.name + ".cases", "table \"\(path)\"\nnonsense\n")
            // `cat` gives a pipe what is in a file, also where that is an escape.
            let commands: [[String]] =
                (table.contains("\u{1B}") ? [] : [["cat"]]) + [
                    ["check"], ["list"], ["tree"], ["overlap"], ["matrix", "F"], ["match", "t://r"],
                    ["explain", "t://r"], ["link", "r"],
                ]
            for command in commands {
                for option in [["-f", path], ["-f", path + ".none"], ["--root", folder.path(of: "root")]] {
                    Self.expectSafe(try Program.run(Products.tool, command + option), command + option)
                }
                let named = try Program.run(Products.tool, command, environment: ["DEEPLINKD_TABLE": path])
                Self.expectSafe(named, command)
            }
            for command in [
                ["test", cases], ["test", path], ["bench", "-f", path, "t://r"], ["licence", "ingest", path],
            ] {
                Self.expectSafe(try Program.run(Products.tool, command), command)
            }
        }
    }

    @Test func `cat shows control characters on a terminal, and gives a pipe each byte`() throws {
        try withFolder { folder in
            let text = "# \u{1B}]0;owned\u{7}\u{202E}\r\nscheme t"
            let path = try folder.write("a.conf", text)
            let shown = try Terminal.output(of: Products.tool, ["cat", "-f", path], columns: 20)
            #expect(shown == "# \(path)\n# \\u{1b}]0;owned\\u{7}\\u{202e}\\u{d}\nscheme t\n")
            #expect(try Program.tool("cat", "-f", path).output == "# \(path)\n\(text)\n")
        }
    }
}
