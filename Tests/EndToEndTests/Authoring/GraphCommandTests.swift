import Foundation
import TestSupport
import Testing

/// `deeplinkctl graph`: its forms, and what is in them.
@Suite struct GraphCommandTests {
    private static let table = """
        scheme pod
        host pods.example
        deny /internal/**
        product pro {
        }
        feature Library {
            require toggle on
            feature Pro {
                require purchase pro
                action show {
                    input id uint
                    input key string = "</script><b>" secret
                    respond
                }
                route item /items/$(id:uint) do show {
                    query page:uint?
                }
                route first /items/first do show {
                    in web
                    with id 1
                }
            }
        }

        """

    private static func run(_ words: String...) throws -> Program.Run {
        try Program.run(Products.tool, ["graph", "-f", "-"] + words, input: table)
    }

    @Test func `the graph has the routes of each group of scopes, their action, and its feature with all conditions`()
        throws
    {
        let run = try Self.run("--format", "dot")
        #expect(run.exit == .code(0))
        let lines = run.output.split(separator: "\n").filter { $0.contains("label=") || $0.contains("->") }
        #expect(
            lines.map { $0.trimmingCharacters(in: .whitespaces) } == [
                #""scope-0" [label="pod\lpods.example\ldeny /internal/**\l"];"#,
                #""scope-1" [label="pods.example\ldeny /internal/**\l"];"#,
                #""route-0" [label="item\l/items/$(id:uint)\lquery page:uint?\l"];"#,
                #""route-1" [label="first\l/items/first\l"];"#,
                #""action-1" [label="show\linput id uint\linput key string secret = ***\lrespond\l"];"#,
                #""feature-2" [label="Library/Pro\lrequire toggle on in Library\lrequire purchase pro\l"];"#,
                #""scope-0" -> "route-0";"#, #""scope-1" -> "route-1";"#, #""route-0" -> "action-1";"#,
                #""route-1" -> "action-1";"#, #""action-1" -> "feature-2";"#,
            ], "\(run)")
    }

    @Test func `the picture is XML with a box for each part, in light and in dark`() throws {
        let run = try Self.run()
        #expect(run.exit == .code(0) && run.output.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" "), "\(run)")
        #expect(run.output.components(separatedBy: "</g>").count == 7 && run.output.hasSuffix("</svg>\n"))
        #expect(run.output.components(separatedBy: "<g class=\"box ").count == 7)
        #expect(run.output.components(separatedBy: "<path class=\"edge\"").count == 6)
        #expect(run.output.contains("prefers-color-scheme: dark") && !run.output.contains("<b>"))
    }

    /// A table of one part in each column.
    private static let small = """
        scheme t
        feature F {
            require toggle on
            action a {
                respond
            }
            route r /a&b/* do a
        }

        """

    @Test func `the lines and boxes of a small table stand where they should`() throws {
        let run = try Program.run(Products.tool, ["graph", "-f", "-"], input: Self.small)
        let parts = run.output.components(separatedBy: "</style>\n")
        #expect(
            parts[0].hasPrefix(
                """
                <svg xmlns="http://www.w3.org/2000/svg" width="725" height="128" viewBox="0 0 725 128" role="img" \
                aria-label="standard input">
                <title>standard input</title>
                <style>

                """), "\(run)")
        #expect(
            parts.last == """
                <rect class="page" width="100%" height="100%"/>
                <text class="heading" x="24" y="40">Schemes and hosts</text>
                <text class="heading" x="239" y="40">Routes</text>
                <text class="heading" x="373" y="40">Actions</text>
                <text class="heading" x="515" y="40">Features and conditions</text>
                <path class="edge" data-from="scope-0" data-to="route-0" d="M167 79C203 79 203 79 239 79"/>
                <path class="edge" data-from="route-0" data-to="action-1" d="M301 79C337 79 337 79 373 79"/>
                <path class="edge" data-from="action-1" data-to="feature-1" d="M443 79C479 79 479 79 515 79"/>
                <g class="box scopes" id="scope-0"><title>t</title>\
                <rect x="24" y="62" width="143" height="34" rx="6"/>\
                <text class="title" x="33" y="83">t</text></g>
                <g class="box routes" id="route-0"><title>r
                /a&amp;b/*</title><rect x="239" y="54" width="62" height="50" rx="6"/>\
                <text class="title" x="248" y="75">r</text><text x="248" y="91">/a&amp;b/*</text></g>
                <g class="box actions" id="action-1"><title>a
                respond</title><rect x="373" y="54" width="70" height="50" rx="6"/>\
                <text class="title" x="382" y="75">a</text><text x="382" y="91">respond</text></g>
                <g class="box features" id="feature-1"><title>F
                require toggle on</title><rect x="515" y="54" width="186" height="50" rx="6"/>\
                <text class="title" x="524" y="75">F</text><text x="524" y="91">require toggle on</text></g>
                </svg>

                """, "\(run)")
    }

    @Test func `no text ends an element, and what cannot be seen is written out`() throws {
        let table = #"""
            scheme t
            feature F {
                require toggle on
                action a {
                    input s string = "</script><script>x()</script><!-- \u{202E}\n]]>"
                    respond "</style>"
                }
                route r /\<title>/$(s) do a
            }

            """#
        try withFolder { folder in
            let name = folder.path(of: "a<b>\u{202E}&\"-->.conf")
            try table.write(toFile: name, atomically: true, encoding: .utf8)
            for form in ["svg", "html", "dot", "json"] {
                let run = try Program.run(Products.tool, ["graph", "-f", name, "--format", form])
                try #require(run.exit == .code(0), "\(run)")
                #expect(!run.output.unicodeScalars.contains("\u{202E}") && run.output.contains(#"\u"#), "\(form)")
                guard form == "svg" || form == "html" else { continue }
                let isPage = form == "html"
                for (end, count) in [
                    ("</script>", isPage ? 2 : 0), ("</style>", 1), ("<!--", 0), ("<title>", isPage ? 6 : 5),
                ] {
                    #expect(run.output.components(separatedBy: end).count == count + 1, "\(form) \(end)")
                }
            }
        }
    }

    @Test func `the page is one file that loads nothing, and has no secret`() throws {
        let run = try Self.run("--html")
        #expect(run.exit == .code(0) && run.output.hasPrefix("<!DOCTYPE html>\n"), "\(run)")
        #expect(run.output.components(separatedBy: "</script>").count == 3)
        for word in ["src=", "href=", "@import", "url(", "fetch(", "<b>", "innerHTML"] {
            #expect(!run.output.contains(word), "\(word)")
        }
        #expect(try Self.run("--format", "html").output == run.output)
    }

    @Test func `a feature is drawn with those inside it, and an unknown one is misuse`() throws {
        #expect(try Self.run("--format", "dot", "Pro").output.hasPrefix("digraph \"standard input: Pro\" {"))
        #expect(try Self.run("--format", "dot", "Library").output.contains("\"route-1\" -> \"action-1\";"))
        let wrong = try Self.run("Prp")
        #expect(wrong.exit == .code(2) && wrong.errors.contains("did you mean `Pro`?"), "\(wrong)")
        let broken = try Program.run(Products.tool, ["graph", "-f", "-"], input: "scheme t\nnonsense\n")
        #expect(broken.exit == .code(3) && broken.output.isEmpty)
        let empty = try Program.run(Products.tool, ["graph", "-f", "-"], input: "scheme t\n")
        #expect(empty.exit == .code(0) && empty.output.hasPrefix("<svg "))
    }

    @Test func `the tables of the matcher are one object`() throws {
        let run = try Self.run("--format", "json")
        let object = try run.lines[0]
        #expect(object["routes.0.name"].text == "item" && object["routes.1.pattern"].text == "/items/first")
        #expect(object["scopes"]?.elements.map { $0["name"].text } == ["pod", "pods.example"])
        #expect(object["denialTexts.0"].text == "/internal/**")
    }
}
