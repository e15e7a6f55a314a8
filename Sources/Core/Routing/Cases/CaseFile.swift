package import Conf
import Contract
import Features

/// A file of test cases with the files that it includes, read against the table it is about.
package struct CaseFile {
    /// The table's name as the file gives it, relative to the file, and where it stands.
    package static func tableName(in document: ConfDocument) -> (text: String, place: SourceRange)? {
        document.roots.first { statement in
            document.hasDirective(CaseFileDirective.table.rawValue, statement)
                && document.wordCount(of: statement) == 2
        }.map { (document.text(of: document.word(1, of: $0)), document.place(1, of: $0)) }
    }

    /// *Units*: cases of all files together: a `matrix` can stand for many.
    package static let mostCases = 100_000

    package private(set) var cases: [RouteCase] = []
    private var names: [String: SourceRange] = [:]

    /// Reads the cases; those that are not well-formed are reported and left out.
    ///
    /// - Parameter documents: the file and what it includes, as `CaseDocuments` finds them.
    package init(_ documents: [ConfDocument], ruleset: Ruleset, diagnostics: inout Diagnostics) {
        for document in documents { read(document, ruleset, &diagnostics) }
        guard let first = documents.first, names.isEmpty, !diagnostics.hasErrors else { return }
        diagnostics.report(
            .noCases, at: SourceRange(file: first.file, offset: 0, length: 1), "the file has no cases",
            help: "add `case \"…\" { … }`: a file that tests nothing cannot fail")
    }

    /// Reads the cases of one file alone.
    package init(_ document: ConfDocument, ruleset: Ruleset, diagnostics: inout Diagnostics) {
        self.init([document], ruleset: ruleset, diagnostics: &diagnostics)
    }

    private mutating func read(_ document: ConfDocument, _ ruleset: Ruleset, _ diagnostics: inout Diagnostics) {
        let checker = StatementChecker(document: document, wings: ruleset.wings)
        let block = checker.check(document.roots, as: CaseFileDirective.self, diagnostics: &diagnostics)
        for statement in block.statements(of: .case) {
            let name = document.text(of: document.word(1, of: statement))
            note(name, document.place(1, of: statement), &diagnostics)
            var reader = CaseReader(document: document, ruleset: ruleset)
            let read = reader.read(statement, checker, name: name, diagnostics: &diagnostics)
            for state in read where state.name != name { note(state.name, state.place, &diagnostics) }
            guard cases.count + read.count <= Self.mostCases else {
                return diagnostics.report(
                    .tooMany, at: document.place(1, of: statement),
                    "the files up to this case have more than \(Self.mostCases) cases", help: "split the file")
            }
            cases += read
        }
    }

    private mutating func note(_ name: String, _ place: SourceRange, _ diagnostics: inout Diagnostics) {
        if let first = names[name] {
            diagnostics.reportSecond(
                .badCase, at: place, "there are two cases of this name", help: "case names are unique in a file",
                first: first)
        }
        names[name] = place
    }
}
