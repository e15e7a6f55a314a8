import Testing

/// The commands about other programs' files: JSON for programs, and what is said of files that cannot be used.
///
/// The page docs/authoring/app-links.md has the text for people, and a test runs it.
@Suite struct AppLinkCommandTests {
    private static let app = "ABCDE12345.a"
    private static let apple =
        ##"{"applinks":{"details":[{"appIDs":["ABCDE12345.a"],"components":[{"/":"/x/*"},{"/":"/y","#":"top"}]}]}}"##

    private static let table = """
        host a.example
        feature a {
            action open { respond }
            route x /x/** do open
            route y /y do open { strict }
            route z /z do open
        }
        """

    @Test func `import prints an object for each difference, and the table in the last`() throws {
        let run = try Program.tool(
            "import", "-", "--from", "apple", "--host", "a.example", "--json", input: Self.apple)
        let loss = "no fragment selects a route: the links are taken with any fragment"
        let table = #"""
            # Made by `deeplinkctl import` of -, an association file of Apple, the rules of ABCDE12345.a.\n\#
            # What differs from it:\n#   wider  /y #top: \#(loss)\n\n\#
            host a.example {\n    trailing-slash either\n}\n\n\#
            feature a {\n    action open {\n        respond\n    }\n\#
                route x /x /x/** do open\n    route y /y do open\n}\n
            """#
        #expect(run.exit == .code(0) && run.errors == "")
        #expect(
            run.output == """
                {"effect":"wider","subject":"/y #top","message":"\(loss)"}
                {"table":"\(table)","routes":2,"scopes":["a.example"],"differences":1}

                """)
    }

    @Test func `export prints an object for each difference, and the file in the last`() throws {
        let run = try Program.tool(
            "export", "apple", "-f", "-", "--app", Self.app, "--format", "json", input: Self.table)
        #expect(run.exit == .code(0) && run.errors == "")
        #expect(
            run.output == """
                {"effect":"wider","subject":"/x/**","message":"`/x/*` takes `/x` too"}
                {"effect":"wider","subject":"a slash at the end","message":"Apple takes each link with and without it"}
                {"effect":"wider","subject":"y","message":"`strict`: other keys may stand in the query"}
                {"file":{"applinks":{"details":[{"appIDs":["ABCDE12345.a"],"components":[{"/":"/x/*"},{"/":"/y"},{"/":"/z"}]}]}},\
                "host":"a.example","rules":3,"differences":3}

                """)
    }

    @Test func `verify-host prints one object, and its status says whether the file names the app`() throws {
        try withFolder { folder in
            let table = try folder.write("a.conf", Self.table)
            let arguments = ["verify-host", "a.example", "-", "--json", "--app"]
            let named = try Program.run(Products.tool, arguments + [Self.app, "-f", table], input: Self.apple)
            #expect(named.exit == .code(0))
            #expect(
                named.output == """
                    {"host":"a.example","app":"ABCDE12345.a","kind":"apple","named":true,"apps":["ABCDE12345.a"],"rules":2,\
                    "routes":3,"notTaken":[{"route":"y","url":"https://a.example/y"},{"route":"z","url":"https://a.example/z"}]}

                    """)
            let strict = try Program.run(
                Products.tool, arguments + [Self.app, "-f", table, "--strict"], input: Self.apple)
            #expect(strict.exit == .code(1) && strict.output == named.output)
            let other = try Program.run(Products.tool, arguments + ["ABCDE12345.b"], input: Self.apple)
            #expect(other.exit == .code(1))
            #expect(
                other.output == """
                    {"host":"a.example","app":"ABCDE12345.b","kind":"apple","named":false,"apps":["ABCDE12345.a"],"rules":0,\
                    "notTaken":[]}

                    """)
        }
    }

    private static let rows: [(line: String, input: String, errors: String)] = [
        (
            "import nosuch.desktop", "",
            "Error: cannot read nosuch.desktop: no such file or directory (ENOENT from open)\n"
        ),
        (
            "import - --from apple --host a.example", "{\n \"applinks\": [,]}",
            "Error: standard input:2:15: it is not JSON: this byte cannot stand here\n"
        ),
        (
            "import - --from apple", apple,
            "Error: standard input: the file does not name the host of its links; name it, as in --host podcasts.example\n"
        ),
        (
            "import - --from apple --host a..b", apple, "Error: `a..b` is not a host; as in --host podcasts.example\n"
        ),
        (
            "import - --from apple --host a.example --app b", apple,
            "Error: standard input: the file does not name b; it names ABCDE12345.a\n"
        ),
        (
            "import - --from android", "<!DOCTYPE a [<!ENTITY b 'c'>]><manifest/>",
            "Error: standard input:1:1: a document type is not read: its entities could stand for anything\n"
        ),
        (
            "export apple -f - --app ABCDE12345.a --host b.example", table,
            "Error: the table has no host `b.example`; it has a.example\n"
        ),
        (
            "export assetlinks -f - --app a.b", table,
            "Error: an assetlinks.json needs the certificate of the app; --fingerprint AB:CD:…, which `keytool -list` prints\n"
        ),
        ("verify-host a_b!c - --app x", apple, "Error: `a_b!c` is not a host; as in podcasts.example\n"),
        ("verify-host a.example - --app x", "", "Error: standard input:1:1: it is not JSON: it ends too early\n"),
    ]

    @Test(arguments: rows)
    func `a file that cannot be used is an error with its place, and the status 3`(
        _ row: (line: String, input: String, errors: String)
    ) throws {
        let run = try Program.run(Products.tool, row.line.split(separator: " ").map(String.init), input: row.input)
        #expect(run.exit == .code(3) && run.output == "" && run.errors == row.errors, "\(row.line): \(run)")
    }
}
