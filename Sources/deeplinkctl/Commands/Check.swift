import ArgumentParser
internal import Conf
internal import Contract
import Features
import HostSystem
internal import Routing
internal import Tables

/// `check`: reports all errors and warnings of a table in one run.
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Report all errors and warnings of a route table.",
        discussion:
            "Example: deeplinkctl check -f routes.conf --strict\n\n"
            + "Files, programs and groups that a daemon of this machine would refuse or lack are reported in its words: as "
            + "notes with -f and --root, because the table may be for another machine; as warnings without them, and with "
            + "--host. Notes change neither the exit status nor --strict. The check trusts root and the user who runs it; "
            + "the daemon trusts root and its own user. With --root, programs are looked for below it.\n\n"
            + "With --with-file 30-cafe.conf=FILE, FILE is read as the drop-in of that name beside the installed tables, "
            + "before it is installed. For Ansible: validate: deeplinkctl check --system --with-file 30-cafe.conf=%s\n\n"
            + "Programs of which the table says `trusted` are listed, with their actions.\n\n"
            + "With DEEPLINKD_EXEC=no in the environment, as in the unit of the system instance, every `exec` is an error.\n\n"
            + "With --system or --user, the table is read as the daemon of that unit reads it: with the unit's rule for `exec` and "
            + "its drop-ins, without the folders that it hides, as its user (which takes root), and with the daemon's errors for "
            + "files and programs that are not trusted. The list of --host follows. Default: the tables that this daemon reads.\n\n"
            + "With --host, a list follows of what this machine can answer of what the table needs, and of what it never "
            + "will, each with the reason. Nothing is called or started for it.\n\n"
            + "After errors in packages alone, the last lines say what a start and a reload make of them.\n\n"
            + "Exit status: 0, or 3 if the table has an error; with --host, --system or --user 1 if this machine will never "
            + "answer something."
    )

    @OptionGroup var table: TableOption
    @OptionGroup var dropIns: DropInOption
    @OptionGroup var socket: TableInForceOption
    @OptionGroup var output: FormatOption
    @OptionGroup var colour: ColourOption
    @Flag(help: "Treat warnings as errors.")
    var strict = false

    @Flag(help: "Report routes that a broader route hides in some of their schemes or hosts.")
    var hidden = false

    @Flag(help: "List what this machine can answer of what the table needs, and what it never will.")
    var host = false

    @Flag(help: "Check as the system's daemon does, started by its unit.")
    var system = false

    @Flag(help: "Check as your own daemon does, started by the unit of users.")
    var user = false

    @Argument(help: "Route tables, as with -f.", completion: .file(extensions: ["conf"]))
    var files: [String] = []

    mutating func validate() throws {
        table.named += files
        try table.validate()
        try socket.validate(besides: table)
        try dropIns.validate(besides: table, socket)
        if socket.path != nil, system || user || host {
            throw ValidationError("--socket checks the daemon's table as it is: leave out --system, --user and --host.")
        }
        if system, user { throw ValidationError("Either check for --system or for --user.") }
        if system || user, table.instance != nil {
            throw ValidationError("--system and --user name the kind of the daemon: leave out --instance.")
        }
        let option = system ? "--system" : user ? "--user" : "--host"
        if system || user, table.paths.contains("-") {
            throw ValidationError("\(option) judges the owner and the mode of a file: name one in place of -.")
        }
        guard host || system || user, table.root != nil else { return }
        throw ValidationError("\(option) is about this machine: leave out --root.")
    }

    /// The daemon to stand in for; nil for none.
    private var unit: DaemonUnit? {
        get throws { try system ? DaemonUnit(.system) : user ? DaemonUnit(.user) : nil }
    }

    func run() throws {
        let unit = try unit
        // Before the rights of the daemon's user are taken: the files may be the caller's alone.
        let proposed = try dropIns.read()
        if let unit {
            try unit.takeRights()
            output.showSource(try unit.sentence())
        }
        let (source, reading) = try read(unit, proposed)
        let judgement = source.judge(
            reading.set, warnsOfHiddenRoutes: hidden,
            allowsPrograms: unit == nil ? HostFacts.environment["DEEPLINKD_EXEC"] != "no" : nil)
        FileList(reading, proposals: source.proposals).show(output)
        if let place = reading.set.withheldBy {
            output.show(
                ["withheldBy": place] as JSONObject,
                line: "the tables of this machine are not read: \(place) says user-instances no")
        }
        try show(judgement)
        guard host || unit != nil, let ruleset = judgement.result.ruleset else { return }
        let issuers = unit == nil ? table.issuers(of: ruleset) : ruleset.issuers
        try show(HostCheck(ruleset: ruleset, issuers: issuers, unit: unit).answers)
    }

    private func read(
        _ unit: DaemonUnit?, _ proposed: [ProposedDropIn]
    ) throws -> (source: TableSource, reading: TableSource.Reading) {
        if let client = try socket.client {
            return (TableSource(.files([]), purpose: .checking), .init(set: try TableInForce.set(client)))
        }
        let source = try (unit?.source(table.paths) ?? table.judgedSource(isForThisMachine: host)).proposing(proposed)
        // The daemon reports a file that cannot be read as any other error of the table.
        return (source, unit == nil ? try source.readForTool(isNamed: table.isGiven) : source.read())
    }

    private func show(_ judgement: TableJudgement) throws {
        let sources = judgement.result.sources
        var diagnostics = judgement.result.diagnostics
        if strict { diagnostics.promoteWarnings() }
        let printer = Colour.printer(sources, on: .output)
        for diagnostic in diagnostics.inOrder {
            output.show(diagnostic.report(in: sources)) { Output.text(printer.text(of: diagnostic)) }
        }
        if let catalogue = judgement.result.ruleset?.catalogue { showTrusted(catalogue) }
        if output.format == .text {
            Output.line(Self.summary(diagnostics, judgement.result.ruleset))
            for package in judgement.result.packages where !package.isFaulty { Output.line(package.line) }
            for package in judgement.packagesLeftOut {
                Output.line(
                    "the package \(package.name) has errors: a start leaves it out, and a reload keeps the version in force"
                )
            }
            MoreHelp.show(for: diagnostics)
        }
        if diagnostics.hasErrors { throw ExitCode(3) }
    }

    /// Lists the programs of which the table says `trusted`.
    private func showTrusted(_ catalogue: FeatureCatalogue) {
        for action in catalogue.actions {
            guard let program = action.trustedProgram else { continue }
            let feature = catalogue.features[action.feature].path
            output.show(
                ["trusted": program, "feature": feature, "action": action.name] as JSONObject,
                line: "trusted".padded(to: 11) + " \(program), by \(feature) · \(action.name)")
        }
    }

    private func show(_ answers: [HostAnswer]) throws {
        switch output.format {
        case .json: for answer in answers { Output.json(answer.object) }
        case .text:
            Output.lines(Columns.lines(answers.map(\.cells)))
            let counts = HostAnswer.Verdict.allCases.map { verdict in
                "\(answers.count { $0.verdict == verdict }) \(verdict.text)"
            }
            Output.line("this machine: " + counts.joined(separator: ", "))
        }
        if answers.contains(where: { $0.verdict == .willNot }) { throw ExitCode(1) }
    }

    private static func summary(_ diagnostics: Diagnostics, _ ruleset: Ruleset?) -> Line {
        let paint: Paint = diagnostics.hasErrors ? .bad : diagnostics.warningCount > 0 ? .doubtful : .good
        let line = Line(DiagnosticSummary.line(diagnostics), paint)
        guard let ruleset else { return line }
        let routes = DiagnosticSummary.count(ruleset.routes.count, "route")
        let features = DiagnosticSummary.count(ruleset.catalogue.declaredCount, "feature")
        let rest = [(ruleset.channels.count, "channel"), (ruleset.issuers.count, "issuer")].filter { $0.0 > 0 }
            .map { ", " + DiagnosticSummary.count($0.0, $0.1) }
        return line + Line("; \(routes), \(features)\(rest.joined())")
    }
}
