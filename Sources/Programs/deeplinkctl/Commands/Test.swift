import ArgumentParser
internal import Conf
internal import Routing
internal import Tables

/// `test`: runs case files against the tables they name.
struct Test: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Run files of test cases; performs nothing.",
        discussion: """
            Example: deeplinkctl test routes.cases --fail-under 100

            A case file names its table (`table routes.conf`, relative to the file); -f, --root or --socket replaces it. Exit status: 0, or 1 \
            if a case fails, --run matches none, or too few routes are touched; 3 if a case file or its table has errors.
            """)

    /// The output format of the results.
    enum ResultFormat: String, ExpressibleByArgument, CaseIterable {
        case text, json, tap
    }

    @Option(
        name: [.customShort("f"), .customLong("file")],
        help: ArgumentHelp("The table to test instead of the one each file names.", valueName: "routes.conf"),
        completion: .file(extensions: ["conf"]))
    var table: String?
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Test the tables installed below this folder, as the system's daemon finds them.", valueName: "folder"),
        completion: .directory)
    var root: String?
    @OptionGroup var socket: TableInForceOption
    @Option(name: .customLong("format"), help: "text for people, json lines, or tap.")
    var named = ResultFormat.text
    @Flag(name: .customLong("json"), help: "The same as --format json.")
    var isJSON = false
    @OptionGroup var colour: ColourOption
    @Option(name: .customLong("run"), help: ArgumentHelp("Run only the cases whose name matches.", valueName: "REGEX"))
    var filter: String?
    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp("Fail if the cases touch less than this share of the routes.", valueName: "PERCENT"))
    var failUnder: Int?
    @Argument(help: "The case files.", completion: .file(extensions: ["cases"]))
    var files: [String]

    func validate() throws {
        if table == "" { throw ValidationError(TableOption.emptyPath) }
        if [table, root, socket.path].count(where: { $0 != nil }) > 1 {
            throw ValidationError("Either name a table with -f or use --root or --socket.")
        }
        if let failUnder, !(0...100).contains(failUnder) { throw ValidationError("--fail-under takes 0 to 100.") }
        if let filter, (try? Regex(filter)) == nil {
            throw ValidationError(
                "--run takes a regular expression, as in --run '^offline', not \(UsageError.quoted(filter)).")
        }
    }

    func run() throws {
        var report = TestReport(format: isJSON ? .json : named)
        do {
            let held = try socket.client.map { try (name: "the table in force at \($0.path)", TableInForce.load($0)) }
            for path in files { try runFile(path, held, selected(), &report) }
        } catch {
            report.showFailures()
            throw error
        }
        let isCovered = report.finish(failUnder: failUnder)
        if let filter, report.passedCount + report.failedCount == 0 {
            throw ToolFailure("no case matches --run \(UsageError.quoted(filter)); `--run .` runs all")
        }
        if report.failedCount > 0 || !isCovered { throw ExitCode(1) }
    }

    private func selected() throws -> (String) -> Bool {
        guard let filter else { return { _ in true } }
        let regex = try Regex(filter)
        return { $0.contains(regex) }
    }

    /// - Parameter held: the table of a daemon, for all files; nil if each has its own.
    private func runFile(
        _ path: String, _ held: (name: String, ruleset: Ruleset)?, _ isSelected: (String) -> Bool,
        _ report: inout TestReport
    ) throws {
        var diagnostics = Diagnostics()
        let document = ConfParser.parse(try Input.file(path), name: path, file: 0, diagnostics: &diagnostics)
        let (name, ruleset) = try held ?? ownTable(of: document, path)
        let cases = CaseFile(document, ruleset: ruleset, diagnostics: &diagnostics).cases
        let source = SourceText(document)
        guard !diagnostics.hasErrors else { throw refuse(diagnostics, source) }
        var coverage = RouteCoverage(ruleset)
        for testCase in cases where isSelected(testCase.name) {
            let result = testCase.run(in: ruleset)
            coverage.add(result)
            report.add(result, at: "\(path):\(source.position(of: testCase.place.offset).line)")
        }
        report.add(coverage, of: name)
    }

    private func ownTable(of document: ConfDocument, _ path: String) throws -> (name: String, ruleset: Ruleset) {
        if let table { return (table, try TableOption.parse(["-f", table]).load()) }
        if let root { return ("the tables below \(root)", try TableOption.parse(["--root", root]).load()) }
        guard let written = CaseFile.tableName(in: document) else {
            throw ToolFailure("\(path) names no table: add `table FILE`, or use -f")
        }
        let name = Self.resolve(written.text, beside: path)
        let source = try TableOption.parse(["-f", name]).source
        guard let fault = source.read().set.rootFaults.first else {
            return (name, try source.loadForTool(isNamed: true))
        }
        var diagnostics = Diagnostics()
        diagnostics.report(
            fault.code, at: written.place, fault.message,
            help: "write its path relative to the folder of this file, or use -f for another table")
        throw refuse(diagnostics, SourceText(document))
    }

    /// Prints what is wrong with a case file; the status to exit with.
    private func refuse(_ diagnostics: Diagnostics, _ source: SourceText) -> ExitCode {
        Output.errors(diagnostics.inOrder, in: [source])
        Output.error(DiagnosticSummary.line(diagnostics) + "\n")
        MoreHelp.show(for: diagnostics)
        return ExitCode(3)
    }

    private static func resolve(_ table: String, beside path: String) -> String {
        guard !table.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return table }
        return path[...slash] + table
    }
}
