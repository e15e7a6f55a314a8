// A file of test cases, read against its table. Its cases are run in portions, since ten thousand take a second, and an editor
// must not wait for that at a keystroke.

import Conf
import Contract
import Routing

/// A file of test cases as it is now, with what its cases gave so far.
final class CheckedCases {
    /// What one case gave.
    struct Verdict {
        let name: String
        /// The name of the case.
        let place: SourceRange
        /// The whole name of the route that took the link.
        let routeName: String?
        /// One sentence each; empty where the case passed.
        let failures: [String]
    }

    let path: String
    let document: ConfDocument
    /// The file itself first, then those that it includes.
    let files: CaseDocuments
    /// The table that it names, or that of a file that includes it; nil where there is none that can be read.
    let table: CheckedTable?
    let diagnostics: Diagnostics
    /// What stands in the way of running the cases, at the line `table`; nil where nothing does.
    let hindrance: (message: String, place: SourceRange)?
    private(set) var verdicts: [Verdict] = []
    private var waiting: ArraySlice<RouteCase>
    /// Names of routes, parameters and features in it, read when they are first needed.
    lazy var names = table.map { CaseNames(document, of: $0.names, wings: wings, verdicts: ownVerdicts) }
    private let wings: WingList

    /// Reads a file with those that it includes.
    ///
    /// - Parameters:
    ///   - file: its name is its normalized path.
    ///   - inherited: the table of a file that includes it, for one that names none.
    ///   - table: the table at a path.
    init(
        _ file: TableFile, environment: LoadEnvironment, inherited: () -> CheckedTable? = { nil },
        table: (String) -> CheckedTable?
    ) {
        (path, wings) = (file.name, environment.wings)
        var diagnostics = Diagnostics()
        let read = CaseDocuments(file, diagnostics: &diagnostics) { path throws(TableFault) in
            let path = FileURI.normalized(path)
            let other = try environment.file(path, EditingLimits.searchedBytes)
            return TableFile(name: path, bytes: other.bytes, identity: other.identity)
        }
        (files, document) = (read, read.documents[0])
        var (found, hindrance): (CheckedTable?, (String, SourceRange)?) = (nil, nil)
        if let written = CaseFile.tableName(in: document) {
            found = table(Self.resolved(written.text, beside: path))
            if let found { hindrance = Self.hindrance(of: found, written) }
        } else {
            found = inherited()
        }
        var cases: [RouteCase] = []
        if let ruleset = found?.ruleset, hindrance == nil {
            cases = CaseFile(read.documents, ruleset: ruleset, diagnostics: &diagnostics).cases
        }
        self.table = found
        (self.hindrance, self.diagnostics) = (hindrance, diagnostics)
        waiting = cases[...]
    }

    /// The normalized paths of the files that it includes.
    var included: [String] { files.documents.dropFirst().map(\.name) }
    /// The verdicts of the cases in the file itself.
    var ownVerdicts: [Verdict] { verdicts.filter { $0.place.file == 0 } }

    /// Whether each case was run.
    var isFinished: Bool { waiting.isEmpty }

    /// Runs the next cases.
    func run(_ count: Int) {
        guard let ruleset = table?.ruleset else { return waiting = [] }
        guard !waiting.isEmpty else { return }
        for testCase in waiting.prefix(count) {
            let result = testCase.run(in: ruleset)
            verdicts.append(
                Verdict(
                    name: testCase.name, place: testCase.place,
                    routeName: result.route.map { ruleset.routes[$0].name }, failures: result.failures))
        }
        waiting = waiting.dropFirst(count)
        if waiting.isEmpty {
            names = table.map { CaseNames(document, of: $0.names, wings: wings, verdicts: ownVerdicts) }
        }
    }

    private static func hindrance(
        of table: CheckedTable, _ written: (text: String, place: SourceRange)
    ) -> (String, SourceRange)? {
        if let fault = table.set.rootFaults.first { return (fault.message + "; " + fault.help, written.place) }
        guard table.ruleset == nil else { return nil }
        let count = DiagnosticSummary.count(table.diagnostics.errorCount, "error")
        return ("`\(written.text)` has \(count), so these cases cannot be checked", written.place)
    }

    /// The path of a table that a file of cases names.
    static func resolved(_ table: String, beside path: String) -> String {
        FileURI.normalized(table.hasPrefix("/") ? table : FileURI.folder(of: path) + "/" + table)
    }
}

extension [CheckedCases] {
    /// The verdicts of all cases, each once: a file can be read by itself, and by those that include it.
    var verdicts: [CheckedCases.Verdict] {
        guard contains(where: { !$0.included.isEmpty }) else { return flatMap(\.verdicts) }
        var seen: Set<String> = []
        return flatMap { cases in
            cases.verdicts.filter { seen.insert("\(cases.files.documents[$0.place.file].name):\($0.name)").inserted }
        }
    }
}
