// The cases that a table has to pass before a reload puts it in force:
//
//     reload-cases routes.cases
//
// They are run as `deeplinkctl test` runs them: nothing is performed, and nothing of the machine is asked. A reload whose
// cases fail is refused, and the table in force stays. At a start there is none that could stay: a case that fails is a warning.

import Conf
import Contract

/// The line that names a file of cases.
struct ReloadCasesLine: Sendable {
    /// The path of the file.
    let path: String
    /// The word that names it.
    let place: SourceRange
}

extension RulesetLoader {
    /// *Units*: cases that fail and are reported one by one.
    private static let mostReported = 20

    /// Runs the cases of a table that has no error.
    static func check(
        _ line: ReloadCasesLine, of ruleset: Ruleset, _ environment: LoadEnvironment, diagnostics: inout Diagnostics
    ) {
        guard let severity = environment.caseSeverity else { return }
        func report(_ message: String, help: String) {
            diagnostics.report(
                Diagnostic(code: .failedCase, severity: severity, place: line.place, message: message, help: help))
        }
        let help = "mend the table or the case; `deeplinkctl test` shows both"
        let file: TableFile
        do throws(TableFault) {
            file = try environment.file(line.path, Limits.tableBytes)
        } catch {
            return report("the cases cannot be run: \(error.message)", help: error.help)
        }
        var found = Diagnostics()
        let documents = CaseDocuments(file, diagnostics: &found) { path throws(TableFault) in
            try environment.file(path, Limits.tableBytes)
        }.documents
        // All of them, also where some say `only`.
        let cases = CaseFile(documents, ruleset: ruleset, diagnostics: &found).cases
        let sources = documents.map { SourceText($0) }
        func position(_ place: SourceRange) -> String {
            // The first file as the table names it.
            let name = place.file == 0 ? line.path : sources[place.file].name
            return "\(name):\(sources[place.file].position(of: place.offset).line)"
        }
        for diagnostic in found.kept where diagnostic.severity == .error {
            report("\(position(diagnostic.place)): \(diagnostic.message)", help: diagnostic.help ?? help)
        }
        guard !found.hasErrors else { return }
        let failed = cases.results(in: ruleset).filter { $0.verdict == .failed }
        for result in failed.prefix(mostReported) {
            let failures = result.failures.joined(separator: "; ")
            report(
                "the case `\(result.testCase.name)` at \(position(result.testCase.place)) fails: \(failures)",
                help: help)
        }
        let left = failed.count - mostReported
        if left > 0 { report("\(DiagnosticSummary.count(left, "case")) more of \(line.path) fail", help: help) }
    }
}
