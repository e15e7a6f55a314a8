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

            A case file names its table (`table routes.conf`, relative to the file); -f or --root replaces it. \
            What of the table no case covers is listed; deeplinkctl gen-cases writes cases for it.

            With --mutate the table is changed in one thing at a time, and each change that no case notices is listed \
            with a case that does.

            With --socket a running daemon decides each link by the facts of its case, which takes an operator, and \
            performs nothing. Its table has to be the one of the file: a file without the line `table`, or --in-force, \
            takes the table in force.

            Exit status: 0, or 1 if a case fails, --run matches none, too few nodes of the table are covered, a mutant \
            survives, or the daemon has another table; 3 if a case file or its table has errors.
            """)

    /// The output format of the results.
    enum ResultFormat: String, ExpressibleByArgument, CaseIterable {
        case text, json, tap, junit, sarif, github
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
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Let the daemon at this socket decide, without performing anything; for operators.", valueName: "path"),
        completion: .file())
    var socket: String?
    @Flag(help: "With --socket: test the table in force, also where the files name another.")
    var inForce = false
    @Option(
        name: .customLong("format"),
        help: "text for people, json lines, tap, junit, sarif, or github: annotations of a workflow.")
    var named = ResultFormat.text
    @Flag(name: .customLong("json"), help: "The same as --format json.")
    var isJSON = false
    @OptionGroup var colour: ColourOption
    @Option(name: .customLong("run"), help: ArgumentHelp("Run only the cases whose name matches.", valueName: "REGEX"))
    var filter: String?
    @Flag(name: .long, help: "Run the cases in random order, and print the seed.")
    var shuffle = false
    @Option(name: .long, help: ArgumentHelp("Run the cases in the random order of this seed.", valueName: "NUMBER"))
    var seed: UInt64?
    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp("Fail if the cases cover less than this share of a table's nodes.", valueName: "PERCENT"))
    var failUnder: Int?
    @OptionGroup var mutation: MutationOptions
    @Argument(help: "The case files.", completion: .file(extensions: ["cases"]))
    var files: [String]

    func validate() throws {
        if table == "" { throw ValidationError(TableOption.emptyPath) }
        if table != nil, root != nil { throw ValidationError("Either name a table with -f or use --root.") }
        if inForce, table != nil || root != nil || socket == nil {
            throw ValidationError("--in-force takes the daemon's table: use --socket, and leave out -f and --root.")
        }
        if let failUnder, !(0...100).contains(failUnder) { throw ValidationError("--fail-under takes 0 to 100.") }
        if mutation.isOn, socket != nil {
            throw ValidationError(
                "--mutate changes the table of a file, and the daemon's table stays: leave out --socket.")
        }
        guard !mutation.isOn || failUnder == nil && (isJSON || [.text, .json].contains(named)) else {
            throw ValidationError("--mutate prints text or json, and does not go with --fail-under.")
        }
        if let filter, (try? Regex(filter)) == nil {
            throw ValidationError(
                "--run takes a regular expression, as in --run '^offline', not \(UsageError.quoted(filter)).")
        }
    }

    func run() throws {
        let format = isJSON ? .json : named
        let daemon = try socket.map { try DecidingDaemon(DaemonClient(SocketOption($0))) }
        var tables = CaseTables(
            inForce ? daemon?.table : replacement(), orElse: daemon?.table)
        var loaded: [LoadedCases] = []
        let seed = seed ?? (shuffle ? UInt64.random(in: 1...999_999) : nil)
        var run = TestRun(seed: seed, failUnder: failUnder, isPart: filter != nil, daemon)
        let isSelected = try selected()
        do {
            for path in files {
                loaded.append(try LoadedCases(path, &tables))
                try daemon?.compare(loaded[loaded.count - 1].table)
            }
        } catch {
            // A daemon with another table decides nothing of use.
            if daemon != nil { throw error }
            try run.run(loaded, isSelected, showsProgress: false)
            TestReport(run).showResults(format)
            throw error
        }
        try run.run(loaded, isSelected, showsProgress: format == .text)
        if mutation.isOn, run.isPassed, filter == nil || !run.cases.isEmpty { return try mutate(run, format) }
        TestReport(run).show(format)
        if let filter, run.cases.isEmpty {
            throw ToolFailure("no case matches --run \(UsageError.quoted(filter)); `--run .` runs all")
        }
        if !run.isPassed { throw ExitCode(1) }
    }

    private func mutate(_ run: TestRun, _ format: ResultFormat) throws {
        let results = try mutation.results(of: run, seed: seed, showsProgress: format == .text)
        var report = MutationReport(results, names: run.cases.map(\.name))
        report.show(format)
        if results.contains(where: { $0.hasSurvivors || $0.isInterrupted }) { throw ExitCode(1) }
    }

    private func selected() throws -> (String) -> Bool {
        guard let filter else { return { _ in true } }
        let regex = try Regex(filter)
        return { $0.contains(regex) }
    }

    /// Loads the table that the command line names; nil where each file has its own.
    private func replacement() -> CaseTables.Loader? {
        if let table { return { (table, try TableOption.parse(["-f", table]).load()) } }
        if let root { return { ("the tables below \(root)", try TableOption.parse(["--root", root]).load()) } }
        return nil
    }
}
