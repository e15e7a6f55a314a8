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
    /// The table that it names, or nil where it names none that can be read.
    let table: CheckedTable?
    let diagnostics: Diagnostics
    /// What stands in the way of running the cases, at the line `table`; nil where nothing does.
    let hindrance: (message: String, place: SourceRange)?
    private(set) var verdicts: [Verdict] = []
    private var waiting: ArraySlice<RouteCase>
    /// Names of routes, parameters and features in it, read when they are first needed.
    lazy var names = table.map { CaseNames(document, of: $0.names, wings: wings, verdicts: verdicts) }
    private let wings: WingList

    /// Reads a file.
    ///
    /// - Parameter table: the table at a path.
    init(_ path: String, bytes: [UInt8], wings: WingList, table: (String) -> CheckedTable?) {
        (self.path, self.wings) = (path, wings)
        var diagnostics = Diagnostics()
        document = ConfParser.parse(bytes, name: path, file: 0, diagnostics: &diagnostics)
        var (found, hindrance): (CheckedTable?, (String, SourceRange)?) = (nil, nil)
        if let written = CaseFile.tableName(in: document) {
            found = table(Self.resolved(written.text, beside: path))
            if let found { hindrance = Self.hindrance(of: found, written) }
        }
        var cases: [RouteCase] = []
        if let ruleset = found?.ruleset, hindrance == nil {
            cases = CaseFile(document, ruleset: ruleset, diagnostics: &diagnostics).cases
        }
        self.table = found
        (self.hindrance, self.diagnostics) = (hindrance, diagnostics)
        waiting = cases[...]
    }

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
        if waiting.isEmpty { names = table.map { CaseNames(document, of: $0.names, wings: wings, verdicts: verdicts) } }
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
