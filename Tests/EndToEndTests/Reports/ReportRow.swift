import Testing

/// Files with one mistake, and the whole report of `deeplinkctl`, as its reader sees it.
struct ReportRow: CustomTestStringConvertible, Sendable {
    let code: String
    let options: [String]
    /// A route table; a file of test cases where the code is about those.
    let text: String
    /// The output; the names of files stand in it without their folder.
    let report: String
    /// Other files by their names; a name that ends with a slash is a folder.
    let besides: [String: String]

    init(
        _ code: String, options: [String] = [], _ text: String, _ report: String, besides: [String: String] = [:]
    ) {
        self.code = code
        self.options = options
        self.text = text
        self.report = report
        self.besides = besides
    }

    var testDescription: String { code }

    var isCaseFile: Bool { code.hasPrefix("RT7") }

    static let all =
        texts + statements + features + actions + routes + precedence + scopesAndCases + channels + generated

    /// Runs `deeplinkctl check`, or `test` for a file of test cases; the folder of the files is cut from the output.
    func run(_ more: String...) throws -> Program.Run {
        try withFolder { folder in
            for (name, text) in besides {
                if name.hasSuffix("/") { _ = try folder.makeFolder(name) } else { try folder.write(name, text + "\n") }
            }
            let name = isCaseFile ? "routes.cases" : "routes.conf"
            let file = try folder.write(name, text + "\n")
            if isCaseFile { try folder.write("routes.conf", Self.player) }
            let command = isCaseFile ? ["test", file] : ["check", "-f", file] + options
            let run = try Program.run(Products.tool, command + more)
            return Program.Run(
                exit: run.exit, output: run.output.replacing(folder.path + "/", with: ""),
                errors: run.errors.replacing(folder.path + "/", with: ""))
        }
    }

    /// A table with one route and no mistake.
    static let player = """
        scheme podcast
        feature Player {
            action play {
                respond
            }
            route play /play do play
        }

        """
}

// Reports of what is too long or too much to be written down.
extension ReportRow {
    static let generated = [
        ReportRow(
            "RT008",
            (1...33).map { "feature F\($0) {\n" }.joined() + String(repeating: "}\n", count: 32) + "}",
            """
            routes.conf:33:1: error RT008: blocks are nested more than 32 deep
               33 | feature F33 {
                  | ^~~~~~~
                  = help: close a block before this one
            1 error
            """),
        ReportRow(
            "RT009",
            "scheme " + String(repeating: "s", count: 65_537),
            """
            routes.conf:1:8: error RT009: the word has 65537 bytes; at most 65536 are read
               1 | scheme \(String(repeating: "s", count: 113))…
                 |        ^
                 = help: shorten it
            1 error
            """),
        ReportRow(
            "RT109",
            "scheme podcast\nfeature Player {\n    action play {\n"
                + (0...160).map { "        input i\($0) uint = 0\n" }.joined()
                + "        respond\n    }\n    route play /play do play\n}",
            """
            routes.conf:164:9: error RT109: the action has 161 inputs; at most 160 are taken
               164 |         input i160 uint = 0
                   |         ^~~~~
                   = help: give the action fewer inputs
            1 error
            """),
        ReportRow(
            "RT508", wideTable(70, "limit width 66"),
            """
            routes.conf:7:11: error RT508: one link can have 70 alternatives alive at one segment; 66 are allowed
               7 |     route r0 /*/z do play
                 |           ^~
                 = help: use fewer captures beside literals, or say `limit width 70`
            1 error
            """),
        ReportRow(
            "RT509", wideTable(65, "# no limit"),
            """
            routes.conf:7:11: warning RT509: one link can have 65 alternatives alive at one segment; 4096 are usual
               7 |     route r0 /*/z do play
                 |           ^~
                 = help: use fewer captures beside literals
            1 warning; 65 routes, 1 feature
            """),
    ]

    /// A table of which one link can have `count` alternatives at once: each prefix is the beginning of the next.
    private static func wideTable(_ count: Int, _ line: String) -> String {
        let routes = (0..<count).map { "    route r\($0) /\(String(repeating: "a", count: $0))*/z do play\n" }
        return
            "scheme podcast\n\(line)\nfeature Player {\n    action play {\n        respond\n    }\n\(routes.joined())}"
    }
}
