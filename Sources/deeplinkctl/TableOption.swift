import ArgumentParser
internal import Conf
internal import Contract
internal import EventLoop
internal import Routing

/// The table that an offline command works on.
struct TableOption: ParsableArguments {
    @Option(
        name: [.customShort("f"), .customLong("file")],
        help: ArgumentHelp(
            "The route table; - reads standard input.",
            discussion: "Without it the one that a daemon of this user would read.", valueName: "routes.conf"))
    var path: String?

    /// Reads the table's bytes.
    func read() throws -> TableFile {
        guard let path else { return try Self.installed() }
        return path == "-"
            ? TableFile(name: "<stdin>", bytes: try Input.standard())
            : TableFile(name: path, bytes: try Input.file(path))
    }

    /// Loads the table; what is wrong with it goes to standard error, and the command ends with status 3.
    func load() throws -> Ruleset {
        let result = RulesetLoader.load(try read())
        if let ruleset = result.ruleset { return ruleset }
        let printer = DiagnosticText(sources: result.sources)
        for diagnostic in result.diagnostics.inOrder where diagnostic.severity == .error {
            Output.error(printer.text(of: diagnostic))
        }
        Output.error(DiagnosticSummary.line(result.diagnostics) + "\n")
        throw ExitCode(3)
    }

    private static func installed() throws -> TableFile {
        let candidates = TableLocations.candidates(
            environment: HostFacts.environment, isSystemInstance: HostFacts.userID == 0)
        for path in candidates {
            if let bytes = try Input.fileIfPresent(path) { return TableFile(name: path, bytes: bytes) }
        }
        throw ToolFailure(
            "there is no route table at " + candidates.joined(separator: ", ") + "; name one with -f")
    }
}
