import ArgumentParser
import Authoring
internal import Conf
internal import Contract
import HostSystem
internal import Routing
import Tables

/// `diff`: compares two tables.
struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Show what a changed route table does differently, each change with a link.",
        discussion: """
            Example: deeplinkctl diff routes.conf routes.next.conf

            Both tables decide every link that they can tell apart. The changes come by their meaning: retargeted links lead \
            to another action; a route is widened if it takes more links, narrowed if fewer, new or gone; its links are \
            opened if they ask for less, gated if they ask for something else; they bring other inputs, are renamed to \
            another route with the same result, or are refused for another reason. An action performs something else, or \
            other lines differ, if the words of the table do.

            A folder is read as the root of another system, with the tables that are installed there. With --git, the old \
            table is the one that the file was in that commit, with what it includes.

            Exit status: 0 if the tables do the same, 10 if they differ in something that is not allowed, 3 if one of them \
            has an error.
            """)

    /// That something differs.
    private static let differs: Int32 = 10

    @OptionGroup var output: DiffFormatOption
    @Option(
        name: .customLong("git"),
        help: ArgumentHelp("Compare with the file as it was in that commit.", valueName: "revision"))
    var revision: String?
    @Option(
        name: .customLong("allow"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Let the exit status not depend on changes of that meaning.", valueName: "meaning"))
    var allowed: [ChangeKind] = []
    @Argument(
        help: "The old table, then the new one; with --git the new one alone.",
        completion: .file(extensions: ["conf"]))
    var tables: [String] = []

    func validate() throws {
        let wanted = revision == nil ? 2 : 1
        guard tables.count == wanted else {
            let form =
                revision == nil
                ? "two tables: deeplinkctl diff OLD NEW" : "one table: deeplinkctl diff --git REVISION NEW"
            throw ValidationError("Name \(form).")
        }
        if tables.contains("-") { throw ValidationError("Name files: diff does not read standard input.") }
        if tables.contains("") { throw ValidationError(TableOption.emptyPath) }
    }

    func run() throws {
        let new = try Self.source(tables[tables.count - 1])
        let old = try revision.map { try GitTable(tables[0], at: $0).load() }
        let first = try old ?? Self.source(tables[0]).loadForTool(isNamed: true)
        let difference = TableDifference(from: first, to: try new.loadForTool(isNamed: true))
        let report = DifferenceReport(difference, allowed: Set(allowed))
        report.show(as: output.format)
        if report.hasFindings { throw ExitCode(Self.differs) }
    }

    /// A file, or the tables that are installed below a folder.
    private static func source(_ path: String) throws -> TableSource {
        guard let status = try? FileStatus(of: path), status.kind == .folder else {
            return TableSource(.files([path]), purpose: .checking)
        }
        let folders = TableLocations.folders(of: .system, environment: [:])
        return TableSource(.folders(folders), purpose: .checkingInstalled, instance: .system, root: path)
    }
}

extension ChangeKind: ExpressibleByArgument {}

/// The formats of a comparison.
enum DiffFormat: String, ExpressibleByArgument, CaseIterable {
    case text
    /// JSON Lines: one object for each change, then one about all.
    case json
    /// For the description of a pull request.
    case markdown
    /// Annotations of a workflow of GitHub.
    case github
}

/// The `--format` option of `diff`.
struct DiffFormatOption: ParsableArguments {
    @Option(
        name: .customLong("format"),
        help: "text for people, json: one object per line, markdown for a pull request, or github for annotations.")
    var named = DiffFormat.text
    @Flag(name: .customLong("json"), help: "The same as --format json.")
    var isJSON = false

    /// The format of the output.
    var format: DiffFormat { isJSON ? .json : named }
}
