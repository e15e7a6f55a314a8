import Foundation
import TestTables
import Testing

/// The language server, driven by real editors.
@Suite struct LanguageServerTests {
    private static let neovim = HostPrograms.paths(of: ["nvim"], for: "what Neovim shows")?.first

    /// The lines of the manual for Neovim.
    private static func linesOfManual() throws -> String {
        let page = try MarkdownPage("docs/authoring/editors.md")
        return try #require(page.blocks(in: "lua").first)
    }

    /// What Neovim shows of texts that are typed into a file: `LINE:COLUMN CODE`, and the message.
    private static func shown(_ texts: [String], in file: String, _ folder: TemporaryFolder) throws -> [[String]] {
        let neovim = try #require(Self.neovim)
        let lines = try folder.write("init.lua", Self.linesOfManual())
        let script = try folder.write("script.lua", EditorScripts.neovim)
        // On one line, as Neovim reads it.
        let json = String(decoding: try JSONEncoder().encode(texts), as: UTF8.self)
        let environment = [
            "HOME": folder.path, "LINES_OF_MANUAL": lines, "TYPED_FILE": file,
            "TYPED_TEXTS": try folder.write("texts.json", json), "PATH": "\(Products.folder):/usr/bin:/bin",
        ]
        let run = try Program.run(
            neovim, ["--headless", "-u", "NONE", "-n", "-c", "luafile " + script], environment: environment,
            patience: 120_000)
        let line = try #require(run.output.split(separator: "\n").last, "\(run)")
        return try JSONTree(parsing: Array(line.utf8)).elements.map { found in
            found.elements.map { diagnostic in
                let parts = diagnostic.elements.map(\.text)
                return parts.count == 4 ? "\(parts[0]):\(parts[1]) \(parts[2]) \(parts[3])" : diagnostic.text
            }
        }
    }

    /// The positions, codes and messages of a report, without its help.
    private static func heads(_ report: String) -> [String] {
        report.split(separator: "\n").filter { !$0.hasPrefix("help: ") }.map(String.init)
    }

    @Test(.enabled(if: neovim != nil, "Neovim is not installed (Debian: neovim)"))
    func `mistakes that are typed into a table in Neovim are shown at their places`() throws {
        try withFolder { folder in
            let file = try folder.write("routes.conf", Mistake.table)
            // Each is typed, and taken back.
            let texts = Mistake.tables.flatMap { [$0.file(in: Mistake.table), Mistake.table] }
            let shown = try Self.shown(texts, in: file, folder)
            try #require(shown.count == texts.count)
            for (index, mistake) in Mistake.tables.enumerated() {
                #expect(shown[2 * index] == Self.heads(mistake.report), "\(mistake.text)")
                #expect(shown[2 * index + 1] == [], "\(mistake.text)")
            }
        }
    }

    @Test(.enabled(if: neovim != nil, "Neovim is not installed (Debian: neovim)"))
    func `mistakes that are typed into cases in Neovim are shown at their places`() throws {
        try withFolder { folder in
            try folder.write("routes.conf", Mistake.table)
            let file = try folder.write("shop.cases", Mistake.caseFile)
            let shown = try Self.shown(Mistake.cases.map { $0.file(in: Mistake.caseFile) }, in: file, folder)
            #expect(shown == Mistake.cases.map { Self.heads($0.report) })
        }
    }

    @Test(.enabled(if: PythonEnvironment.editors != nil, "there is no Python with pytest-lsp"))
    func `the client of pytest-lsp gets what the protocol says, as three editors`() throws {
        let python = try #require(PythonEnvironment.editors)
        try withFolder { folder in
            for name in ["routes.conf", "routes.cases"] {
                try folder.write(name, String(contentsOfFile: Products.package + "/" + name, encoding: .utf8))
            }
            let script = try folder.write("test_session.py", EditorScripts.pytest)
            let run = try Program.run(
                python, ["-m", "pytest", "-q", "-p", "no:cacheprovider", script],
                environment: ["TABLES": folder.path, "TOOL": Products.tool, "PATH": "/usr/bin:/bin"], patience: 120_000)
            #expect(run.exit == .code(0) && run.output.contains("3 passed"), "\(run.output)\n\(run.errors)")
        }
    }

    @Test(
        arguments: [
            ("", 0, []), ("Content-Length: 2\r\n\r\n{}", 0, ["-32600"]), ("nonsense\r\n\r\n", 0, ["-32700"]),
            (frame(#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#), 1, ["deeplinkctl"]),
            (
                frame(#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#)
                    + frame(#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#)
                    + frame(#"{"jsonrpc":"2.0","method":"exit"}"#), 0, ["deeplinkctl", #""result":null"#]
            ),
        ] as [(String, Int32, [String])])
    func `standard input of any kind ends the server with the status that its help says`(
        _ input: String, _ status: Int32, _ answers: [String]
    ) throws {
        let run = try Program.tool("lsp", "--stdio", input: input)
        #expect(run.exit == .code(status), "\(run)")
        for answer in answers { #expect(run.output.contains(answer), "\(run.output)") }
    }

    private static func frame(_ body: String) -> String { "Content-Length: \(body.utf8.count)\r\n\r\n\(body)" }

    @Test func `the extension for VS Code is of files that can be read`() throws {
        let folder = Products.package + "/editors/vscode/"
        for name in ["package.json", "language-configuration.json"] {
            _ = try JSONTree(parsing: Array(String(contentsOfFile: folder + name, encoding: .utf8).utf8))
        }
        guard let node = HostPrograms.paths(of: ["node"], for: "the syntax of the extension")?.first else { return }
        let run = try Program.run(node, ["--check", folder + "extension.js"])
        #expect(run.exit == .code(0), "\(run)")
    }
}
