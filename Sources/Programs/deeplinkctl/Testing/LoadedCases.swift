import ArgumentParser
internal import Conf
internal import Contract
import HostSystem
internal import Routing
internal import Tables

/// The cases of one file and of those that it includes, with their table.
struct LoadedCases {
    /// As the command line names it.
    let path: String
    let table: TestedTable
    let cases: [RouteCase]
    private let sources: [SourceText]

    /// Reads a file of cases.
    ///
    /// *Throws*: the status to exit with, where a file has errors, which are printed.
    init(_ path: String, _ tables: inout CaseTables) throws {
        var diagnostics = Diagnostics()
        let root = TableFile(name: path, bytes: try Input.file(path))
        let documents = CaseDocuments(root, diagnostics: &diagnostics, read: Self.read).documents
        sources = documents.map { SourceText($0) }
        self.path = path
        table = try tables.table(of: documents[0], path, sources)
        cases = CaseFile(documents, ruleset: table.ruleset, diagnostics: &diagnostics).cases
        if HostFacts.environment["CI"] == "true" {
            for testCase in cases where testCase.isOnly {
                diagnostics.report(
                    .badCase, at: testCase.place, "`only` leaves out all other cases, and CI=true is set",
                    help: "remove the line `only`; `deeplinkctl test --run` selects cases, too")
            }
        }
        guard !diagnostics.hasErrors else { throw Self.refuse(diagnostics, sources) }
    }

    private static func read(_ path: String) throws(TableFault) -> TableFile {
        do {
            return TableFile(name: path, bytes: try Input.file(path))
        } catch {
            throw TableFault(
                .unreadableFile, "\(error)", help: "write its path relative to the folder of this file")
        }
    }

    /// Reports each route that no case of some files shows as taken.
    static func reportUncovered(
        by files: [String], in ruleset: Ruleset, _ check: inout RulesetLoader.Result
    ) throws {
        guard !files.isEmpty else { return }
        var tables = CaseTables { ("the table", ruleset) }
        let loaded = try files.map { try LoadedCases($0, &tables) }
        var coverage = Coverage(ruleset)
        for result in loaded.flatMap(\.cases).results(in: ruleset) { coverage.add(result) }
        coverage.reportUncovered(NodePlaces(ruleset.texts), diagnostics: &check.diagnostics)
        check.sources = ruleset.texts.map { SourceText(name: $0.name, bytes: $0.bytes) }
    }

    /// The file and the line of a place.
    func position(_ place: SourceRange) -> (file: String, line: Int) {
        (sources[place.file].name, sources[place.file].position(of: place.offset).line)
    }

    /// Prints what is wrong with a case file; the status to exit with.
    static func refuse(_ diagnostics: Diagnostics, _ sources: [SourceText]) -> ExitCode {
        Output.errors(diagnostics.inOrder, in: sources)
        Output.error(DiagnosticSummary.line(diagnostics) + "\n")
        MoreHelp.show(for: diagnostics)
        return ExitCode(3)
    }
}

/// The tables of the case files of one command, each of which is loaded once.
struct CaseTables {
    /// Loads a table.
    typealias Loader = () throws -> (name: String, ruleset: Ruleset)

    /// Loads the table that replaces those of all files; nil where each file names its own.
    private let replacement: Loader?
    /// Loads the table of files that name none; nil where each has to.
    private let fallback: Loader?
    private var loaded: [String: TestedTable] = [:]

    init(_ replacement: Loader?, orElse fallback: Loader? = nil) {
        (self.replacement, self.fallback) = (replacement, fallback)
    }

    /// The table of a file of cases.
    mutating func table(of document: ConfDocument, _ path: String, _ sources: [SourceText]) throws -> TestedTable {
        let written = CaseFile.tableName(in: document)
        if let loader = replacement ?? (written == nil ? fallback : nil) {
            if let table = loaded[""] { return table }
            let (name, ruleset) = try loader()
            return keep(TestedTable(name, ruleset), as: "")
        }
        guard let written else {
            throw ToolFailure("\(path) names no table: add `table FILE`, or use -f")
        }
        let name = CaseDocuments.path(written.text, beside: path)
        if let table = loaded[name] { return table }
        let source = try TableOption.parse(["-f", name]).source
        if let fault = source.read().set.rootFaults.first {
            var diagnostics = Diagnostics()
            diagnostics.report(
                fault.code, at: written.place, fault.message,
                help: "write its path relative to the folder of this file, or use -f for another table")
            throw LoadedCases.refuse(diagnostics, sources)
        }
        return keep(TestedTable(name, try source.loadForTool(isNamed: true)), as: name)
    }

    private mutating func keep(_ table: TestedTable, as name: String) -> TestedTable {
        loaded[name] = table
        return table
    }
}
