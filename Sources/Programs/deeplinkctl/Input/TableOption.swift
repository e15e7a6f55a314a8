import ArgumentParser
internal import Conf
internal import Contract
import HostSystem
internal import PurchaseRules
internal import Routing
internal import Tables

/// The table of an offline command.
struct TableOption: ParsableArguments {
    @Option(
        name: [.customShort("f"), .customLong("file")],
        help: ArgumentHelp(
            "A route table; may be repeated, and - reads standard input.",
            discussion: "Default: that of DEEPLINKD_TABLE, or else the installed tables that this user's daemon reads.",
            valueName: "routes.conf"),
        completion: .file(extensions: ["conf"]))
    var named: [String] = []
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Read the tables installed below this folder, as the system's daemon finds them.", valueName: "folder"),
        completion: .directory)
    var root: String?
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Read the installed tables as a daemon of that kind finds them: user or system.",
            discussion: "Default: system for root and with --root, else user.", valueName: "kind"),
        completion: .list(Instance.allCases.map(\.rawValue)))
    var instance: String?

    /// The tables of the command line, or else that of the environment.
    var paths: [String] {
        guard named.isEmpty, root == nil, instance == nil, let path = HostFacts.environment["DEEPLINKD_TABLE"],
            !path.isEmpty
        else {
            return named
        }
        return [path]
    }

    /// True if the command line or the environment names a table.
    var isGiven: Bool { !paths.isEmpty || root != nil || instance != nil }
    /// True if the command line names a table.
    var isOnCommandLine: Bool { !named.isEmpty || root != nil || instance != nil }

    func validate() throws {
        if root != nil, !named.isEmpty { throw ValidationError("Either name tables with -f or use --root.") }
        guard let instance else { return try Self.validate(named) }
        guard Instance(rawValue: instance) != nil else {
            throw ValidationError("--instance is user or system, not \(UsageError.quoted(instance)).")
        }
        if !named.isEmpty { throw ValidationError("Either name tables with -f or use --instance.") }
        try Self.validate(named)
    }

    /// Checks the names of tables.
    ///
    /// - Parameter other: a file that is read too.
    static func validate(_ paths: [String], and other: String? = nil) throws {
        if paths.contains("") { throw ValidationError(emptyPath) }
        if (paths + [other]).count(where: { $0 == "-" }) > 1 {
            throw ValidationError("Standard input can be read only once.")
        }
    }

    /// The error for `-f ""`, as of a variable that is not set in a script.
    static let emptyPath = "-f takes the name of a file, as in -f routes.conf, not an empty word."

    /// The source of the table, to use it.
    var source: TableSource { source(named: .checking, ofAnotherTree: .checkingInstalled) }

    /// The source of the table, to judge it: what may be for another machine is said in notes.
    ///
    /// - Parameter isForThisMachine: whether a table that is named is for this machine.
    func judgedSource(isForThisMachine: Bool) -> TableSource {
        source(named: .judging(isForThisMachine ? .warning : .note), ofAnotherTree: .judging(.note))
    }

    private func source(named: TablePurpose, ofAnotherTree: TablePurpose) -> TableSource {
        guard paths.isEmpty else { return TableSource(.files(paths), purpose: named) }
        let isElsewhere = root != nil || HostFacts.userID == 0
        let kind = instance.flatMap(Instance.init) ?? (isElsewhere ? .system : .user)
        let isOwn = kind == .user && !isElsewhere
        let folders = TableLocations.folders(of: kind, environment: isOwn ? HostFacts.environment : [:])
        return TableSource(
            .folders(folders), purpose: root == nil ? .checkingInstalled : ofAnotherTree, instance: kind,
            root: root ?? "")
    }

    /// Reads the table's files.
    ///
    /// *Throws*: if a requested file cannot be read.
    func read() throws -> TableSource.Reading { try source.readForTool(isNamed: isGiven) }

    /// Loads the table; if it has errors, they go to standard error and the command ends with status 3.
    func load() throws -> Ruleset { try source.loadForTool(isNamed: isGiven) }

    /// The table with the keys of its issuers; without keys where a key file is not on this machine, or not of use.
    ///
    /// A table that is named with -f may be another machine's, so it is loaded without them.
    func withKeys(_ ruleset: Ruleset) -> Ruleset {
        guard ruleset.issuers.contains(where: \.keys.isEmpty), !paths.isEmpty, !paths.contains("-") else {
            return ruleset
        }
        return TableSource(.files(paths), purpose: .verifying).load().ruleset ?? ruleset
    }
}

extension TableSource {
    /// Reads the files.
    ///
    /// - Parameter isNamed: whether the command line names them.
    ///
    /// *Throws*: if a requested file cannot be read.
    func readForTool(isNamed: Bool) throws -> TableSource.Reading {
        let reading = read()
        let faults = reading.set.rootFaults.filter { reading.lookup == nil || $0.isAbsent }
        guard faults.isEmpty else {
            let help = isNamed ? [] : ["name one with -f FILE"]
            throw ToolFailure((faults.map(\.message) + help).joined(separator: "; "))
        }
        return reading
    }

    /// Loads the table; if it has errors, they go to standard error and the command ends with status 3.
    func loadForTool(isNamed: Bool) throws -> Ruleset {
        try RulesetLoader.load(try readForTool(isNamed: isNamed).set, environment: environment).rulesetForTool()
    }
}

extension RulesetLoader.Result {
    /// The table; if it has errors, they go to standard error and the command ends with status 3.
    func rulesetForTool() throws -> Ruleset {
        if let ruleset { return ruleset }
        Output.errors(diagnostics.inOrder.filter { $0.severity == .error }, in: sources)
        Output.error(DiagnosticSummary.line(diagnostics) + "\n")
        MoreHelp.show(for: diagnostics)
        throw ExitCode(3)
    }
}
