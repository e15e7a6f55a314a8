internal import AppLinks
import ArgumentParser
internal import Conf
internal import Contract
import HostSystem
internal import Routing

/// `import`: makes a route table of the links that another program's file declares.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Make a route table of the links that another program's file declares.",
        discussion: """
            Example: deeplinkctl import apple-app-site-association --host podcasts.example

            The kinds are apple (apple-app-site-association), assetlinks (assetlinks.json), android (AndroidManifest.xml), \
            desktop (a desktop entry), openapi (OpenAPI in JSON), rails (what `rails routes` prints) and react (what \
            `npx react-router routes` prints, its JSON, or a list of paths). Without --from the name of the file says which.

            Every link that the file takes is taken by the table, but for what the report calls narrower; wider is what the \
            table takes beside. The table goes to standard output, the report to standard error; with --format json each \
            difference is a line, and the last line has the table.

            Exit status: 0, 1 with --strict if the report is not empty, 3 if the file cannot be read.
            """)

    @Option(
        name: .customLong("from"), help: ArgumentHelp("The kind of the file.", valueName: "kind"),
        completion: .list(LinkSource.allCases.map(\.rawValue)))
    var kind: String?
    @Option(
        name: .customLong("host"),
        help: ArgumentHelp("A host of the links, for files that do not name it; may be repeated.", valueName: "host"))
    var hosts: [String] = []
    @Option(
        name: .customLong("scheme"),
        help: ArgumentHelp("A scheme of the links, beside or in place of a host; may be repeated.", valueName: "name"))
    var schemes: [String] = []
    @Option(help: ArgumentHelp("The app whose rules are read; default: the first of the file.", valueName: "id"))
    var app: String?
    @Option(
        name: .customLong("value"),
        help: ArgumentHelp(
            "What @string/NAME or ${NAME} of a manifest stands for; may be repeated.", valueName: "name=text"))
    var values: [String] = []
    @Option(
        help: ArgumentHelp("How many segments a star inside a path stands for at most.", valueName: "segments"))
    var depth = 4
    @Flag(help: "Exit with 1 if the table differs from the file.")
    var strict = false
    @OptionGroup var output: FormatOption
    @Argument(help: "The file; - reads standard input.", completion: .file())
    var file: String

    func validate() throws {
        if let kind, LinkSource(rawValue: kind) == nil {
            throw ValidationError("--from is \(Self.kinds), not \(UsageError.quoted(kind)).")
        }
        if file.isEmpty { throw ValidationError("Name a file, not an empty word.") }
        if kind == nil, LinkSource(fileName: file) == nil {
            throw ValidationError("Say what kind of file it is: --from \(Self.kinds).")
        }
        guard (1...ImportOptions.mostDepth).contains(depth) else {
            throw ValidationError("--depth is 1 to \(ImportOptions.mostDepth).")
        }
        for value in values where !value.dropFirst().contains("=") {
            throw ValidationError("--value is written NAME=TEXT, not \(UsageError.quoted(value)).")
        }
    }

    private static var kinds: String {
        let names = LinkSource.allCases.map(\.rawValue)
        return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    }

    func run() throws {
        guard let source = kind.flatMap({ LinkSource(rawValue: $0) }) ?? LinkSource(fileName: file) else { return }
        var options = ImportOptions()
        (options.hosts, options.schemes, options.app, options.depth) = (hosts, schemes, app, depth)
        for value in values {
            let name = value.prefix { $0 != "=" }
            options.values[String(name)] = String(value.dropFirst(name.count + 1))
        }
        let table = try LinkFiles.reading(file) { bytes throws(AppLinkError) in
            try source.table(of: bytes, named: file, options)
        }
        show(table)
        try check(table)
        if strict, !table.losses.isEmpty { throw ExitCode.failure }
    }

    private func show(_ table: ImportedTable) {
        LinkFiles.show(table.losses, output)
        output.show(
            [
                "table": table.text, "routes": table.routes, "scopes": table.scopes,
                "differences": table.losses.count,
            ] as JSONObject
        ) {
            Output.text(table.text)
            LinkFiles.summarise(
                "\(DiagnosticSummary.count(table.routes, "route")) of \(table.scopes.joined(separator: ", "))",
                table.losses)
        }
    }

    /// Loads what was made: its reader is this program, so an error in it is this program's.
    private func check(_ table: ImportedTable) throws {
        let made = TableFile(name: "the table", bytes: Array(table.text.utf8))
        let result = RulesetLoader.load(made, environment: LoadEnvironment(wings: .ofThisProgram))
        let errors = result.diagnostics.inOrder.filter { $0.severity == .error }
        guard !errors.isEmpty else { return }
        Output.errors(errors, in: result.sources)
        throw ToolFailure("the table that was made has errors: mend it by hand, and report this")
    }
}
