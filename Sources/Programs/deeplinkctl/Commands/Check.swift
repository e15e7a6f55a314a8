import ArgumentParser
internal import Conf
internal import Contract
import HostSystem
internal import ReachRules
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
            + "before it is installed. For Ansible: validate: deeplinkctl check --with-file 30-cafe.conf=%s\n\n"
            + "With --against FOLDER, the drop-ins of --with-file are checked with the tables of each machine that has a folder "
            + "below it: FOLDER/kiosk-1/etc/deeplinkd has what kiosk-1 has in /etc/deeplinkd. A line follows for each "
            + "machine, below it its errors and warnings, and the exit status is 3 if one has an error.\n\n"
            + "Programs of which the table says `trusted` are listed, with their actions.\n\n"
            + "With DEEPLINKD_EXEC=no in the environment, as in the unit of the system instance, every `exec` is an error; "
            + "with DEEPLINKD_NETWORK=no so is every `http` to a host.\n\n"
            + "With --system or --user, that daemon checks its own tables, as a reload would read them now, and puts none in "
            + "force: with its user, its sandbox and its rule for `exec`. The list of --host follows, of what the daemon finds. "
            + "With --socket, it is the daemon at that socket. For operators. Its socket unit starts it; without a "
            + "daemon, run `deeplinkd --check` as its user.\n\n"
            + "With --host, a list follows of what this machine can answer of what the table needs, and of what it never "
            + "will, each with the reason. Nothing is called or started for it.\n\n"
            + "With --print polkit, nothing is checked but errors: the rule is printed by which polkit lets the system instance "
            + "start the units of the table, and no others. It is for /etc/polkit-1/rules.d/60-deeplinkd.rules.\n\n"
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

    @Flag(help: "Let the system's daemon check its tables.")
    var system = false

    @Flag(help: "Let your own daemon check its tables.")
    var user = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Check the tables of each machine that has a folder below this one.", valueName: "folder"),
        completion: .directory)
    var against: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Warn of routes that no case of this file shows as taken.", valueName: "routes.cases"),
        completion: .file(extensions: ["cases"]))
    var cases: [String] = []

    /// What a table needs of the machine, as a file of another program.
    enum Printout: String, ExpressibleByArgument, CaseIterable {
        case polkit
    }

    @Option(
        name: .customLong("print"),
        help: ArgumentHelp(
            "Print the rule by which polkit lets the system instance start the table's units.", valueName: "polkit"))
    var printout: Printout?

    @Argument(help: "Route tables, as with -f.", completion: .file(extensions: ["conf"]))
    var files: [String] = []

    mutating func validate() throws {
        table.named += files
        try table.validate()
        if system, user { throw ValidationError("Either check for --system or for --user.") }
        if printout != nil { return try validatePrintout() }
        if let daemon { return try validate(asking: daemon) }
        if against != nil { return try validateFleet() }
        try socket.validate(besides: table)
        try dropIns.validate(besides: table, socket)
        guard host else { return }
        if socket.path != nil {
            throw ValidationError("--socket checks the daemon's table as it is: leave out --host.")
        }
        if table.root != nil { throw ValidationError("--host is about this machine: leave out --root.") }
    }

    /// *Throws*: misuse for a printout of a table that the system instance does not serve.
    private func validatePrintout() throws {
        if user { throw ValidationError("--print polkit is for the system instance: leave out --user.") }
        if socket.path != nil || host {
            throw ValidationError("--print polkit reads files: leave out --\(host ? "host" : "socket").")
        }
        try dropIns.validate(besides: systemTable, socket)
    }

    /// *Throws*: misuse for options of one machine, besides a folder of many.
    private func validateFleet() throws {
        let others = [
            (!table.named.isEmpty, "-f"), (table.root != nil, "--root"), (socket.path != nil, "--socket"),
            (host, "--host"), (!cases.isEmpty, "--cases"),
        ]
        guard let (_, other) = others.first(where: \.0) else { return }
        throw ValidationError("--against checks the tables of many machines: leave out \(other).")
    }

    /// The table of the system instance.
    private var systemTable: TableOption {
        var table = table
        if !table.isOnCommandLine { table.instance = Instance.system.rawValue }
        return table
    }

    /// *Throws*: misuse for options of a table that this program would read.
    private func validate(asking daemon: Instance) throws {
        let others = [
            (!table.named.isEmpty, "-f"), (table.root != nil, "--root"), (table.instance != nil, "--instance"),
            (!dropIns.words.isEmpty, "--with-file"), (against != nil, "--against"), (hidden, "--hidden"),
            (!cases.isEmpty, "--cases"),
        ]
        guard let (_, other) = others.first(where: \.0) else { return }
        throw ValidationError("--\(daemon.rawValue) checks the tables that the daemon reads: leave out \(other).")
    }

    /// The daemon that checks its own tables; nil for none.
    private var daemon: Instance? { system ? .system : user ? .user : nil }

    func run() throws {
        if printout != nil { return try printRule() }
        if let against { return try check(against: against) }
        let (report, leftOut) = try daemon.map { (try check(by: $0), []) } ?? checkFiles()
        let trusted = report.trustedPrograms.map {
            ["trusted": $0.program, "feature": $0.feature, "action": $0.action] as JSONObject
        }
        output.show(each: trusted) {
            Output.text(Colour.printer([], on: .output).summary(of: report))
            for package in leftOut {
                Output.line(
                    "the package \(package.name) has errors: a start leaves it out, and a reload keeps the version in force"
                )
            }
            MoreHelp.show(for: report.diagnostics.lazy.filter { $0.severity == "error" }.map(\.code))
        }
        // With errors in packages alone the daemon has findings about the rest.
        if daemon == nil ? host && report.errors == 0 : report.tableRevision != nil { show(report.findings) }
        if report.exitStatus != 0 { throw ExitCode(report.exitStatus) }
    }

    /// Prints polkit's rule for the table.
    private func printRule() throws {
        let table = systemTable
        let ruleset = try table.source.proposing(dropIns.read()).loadForTool(isNamed: table.isGiven)
        Output.text(PolkitRule.text(for: ruleset) ?? "// The table names no unit: polkit needs no rule.\n")
    }

    /// Asks a daemon to check its tables.
    private func check(by daemon: Instance) throws -> CheckReport {
        let client = try socket.client(of: daemon)
        output.showSource("as the \(daemon.rawValue)'s daemon: it listens at \(client.path)")
        var report = try client.reply(to: CheckTable())
        if strict { report.promoteWarnings() }
        FileList(report).show(output)
        show(withheldBy: report.withheldBy)
        output.show(report.diagnostics)
        return report
    }

    /// Reads the table and checks it, also for a start that leaves out packages.
    private func checkFiles() throws -> (CheckReport, leftOut: [PackageReport]) {
        let (source, reading) = try read()
        let judgement = judge(reading, of: source)
        var result = judgement.result
        if let ruleset = result.ruleset { try LoadedCases.reportUncovered(by: cases, in: ruleset, &result) }
        FileList(reading, proposals: source.proposals).show(output)
        show(withheldBy: reading.set.withheldBy)
        let ruleset = host ? result.ruleset : nil
        let findings = ruleset.map { HostCheck(table.withKeys($0), instance: nil).findings }
        let (report, diagnostics) = graded(result, findings ?? [])
        let printer = Colour.printer(result.sources, on: .output)
        for diagnostic in diagnostics.inOrder {
            output.show(diagnostic.report(in: result.sources)) { Output.text(printer.text(of: diagnostic)) }
        }
        return (report, judgement.packagesLeftOut)
    }

    private func judge(_ reading: TableSource.Reading, of source: TableSource) -> TableJudgement {
        source.judge(
            reading.set, warnsOfHiddenRoutes: hidden, allowsPrograms: HostFacts.environment["DEEPLINKD_EXEC"] != "no",
            allowsNetwork: HostFacts.environment["DEEPLINKD_NETWORK"] != "no")
    }

    /// The report of a table, with warnings that count as errors where that is asked for.
    private func graded(_ result: RulesetLoader.Result, _ findings: [HostFinding] = []) -> (CheckReport, Diagnostics) {
        var (report, diagnostics) = (CheckReport(result, findings: findings), result.diagnostics)
        if strict {
            report.promoteWarnings()
            diagnostics.promoteWarnings()
        }
        return (report, diagnostics)
    }

    // MARK: Many machines

    /// Checks the tables of each machine that has a folder below another, with a line for each.
    private func check(against folder: String) throws {
        let proposals = try dropIns.read()
        let machines = try FolderReader.read(folder, nameLimit: Limits.folderNames).sorted().filter { name in
            !name.hasPrefix(".") && (try? FileStatus(of: folder + "/" + name).kind) == .folder
        }
        guard !machines.isEmpty else {
            throw ToolFailure("\(folder) has no folder of a machine, such as \(folder)/kiosk-1/etc/deeplinkd")
        }
        let width = machines.lazy.map(\.count).max() ?? 0
        var faulty = 0
        for machine in machines {
            var place = table
            place.root = folder + "/" + machine
            do {
                let source = place.source.proposing(proposals)
                let result = judge(try source.readForTool(isNamed: true), of: source).result
                if show(result, of: machine, width) { faulty += 1 }
            } catch let failure as ToolFailure {
                faulty += 1
                output.show(
                    ["machine": machine, "failure": failure.description] as JSONObject,
                    line: Line(machine.padded(to: width) + "  " + failure.description, .bad).hanging(at: width + 2))
            }
        }
        let sum = "\(DiagnosticSummary.count(machines.count, "machine")), \(faulty) with errors"
        output.show(["machines": machines.count, "faulty": faulty] as JSONObject, line: Line(sum))
        if faulty > 0 { throw ExitCode(3) }
    }

    /// Prints the report of one machine.
    ///
    /// Returns: whether it has an error.
    private func show(_ result: RulesetLoader.Result, of machine: String, _ width: Int) -> Bool {
        let (report, diagnostics) = graded(result)
        let printer = Colour.printer(result.sources, on: .output)
        let object: JSONObject = [
            "machine": machine, "tableRevision": report.tableRevision, "routes": report.routes,
            "features": report.features, "errors": report.errors, "warnings": report.warnings,
            "diagnostics": diagnostics.inOrder.map { $0.report(in: result.sources) },
        ]
        output.show(object) {
            Output.text(Escaping.printable(machine).padded(to: width) + "  " + printer.summary(of: report))
            for diagnostic in diagnostics.inOrder { Output.text(printer.text(of: diagnostic)) }
        }
        return report.errors > 0
    }

    private func read() throws -> (source: TableSource, reading: TableSource.Reading) {
        if let client = try socket.client {
            return (TableSource(.files([]), purpose: .checking), .init(set: try TableInForce.set(client)))
        }
        let source = try table.judgedSource(isForThisMachine: host).proposing(dropIns.read())
        return (source, try source.readForTool(isNamed: table.isGiven))
    }

    private func show(withheldBy place: String?) {
        guard let place else { return }
        output.show(
            ["withheldBy": place] as JSONObject,
            line: "the tables of this machine are not read: \(place) says user-instances no")
    }

    private func show(_ findings: [HostFinding]) {
        output.show(each: findings) { Output.text(Colour.printer([], on: .output).text(of: findings)) }
    }
}
