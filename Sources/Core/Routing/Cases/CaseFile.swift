package import Conf
import Contract
import Features

/// A file of test cases, read against the table it is about.
package struct CaseFile {
    /// The table's name as the file gives it, relative to the file, and where it stands.
    package static func tableName(in document: ConfDocument) -> (text: String, place: SourceRange)? {
        document.roots.first { statement in
            document.hasDirective(CaseFileDirective.table.rawValue, statement)
                && document.wordCount(of: statement) == 2
        }.map { (document.text(of: document.word(1, of: $0)), document.place(1, of: $0)) }
    }

    package let cases: [RouteCase]

    /// Reads the cases; those that are not well-formed are reported and left out.
    package init(_ document: ConfDocument, ruleset: Ruleset, diagnostics: inout Diagnostics) {
        let checker = StatementChecker(document: document, wings: ruleset.wings)
        var cases: [RouteCase] = []
        var names: [String: SourceRange] = [:]
        let block = checker.check(document.roots, as: CaseFileDirective.self, diagnostics: &diagnostics)
        for statement in block.statements(of: .case) {
            let name = document.text(of: document.word(1, of: statement))
            let place = document.place(1, of: statement)
            if let first = names[name] {
                diagnostics.reportSecond(
                    .badCase, at: place, "there are two cases of this name", help: "case names are unique in a file",
                    first: first)
            }
            names[name] = place
            var reader = CaseReader(document: document, ruleset: ruleset)
            if let read = reader.read(statement, checker, name: name, diagnostics: &diagnostics) { cases.append(read) }
        }
        if names.isEmpty, !diagnostics.hasErrors {
            diagnostics.report(
                .noCases, at: SourceRange(file: document.file, offset: 0, length: 1), "the file has no cases",
                help: "add `case \"…\" { … }`: a file that tests nothing cannot fail")
        }
        self.cases = cases
    }
}

/// Reads one case.
private struct CaseReader {
    let document: ConfDocument
    let ruleset: Ruleset
    var url: String?
    var code: OutcomeCode?
    var route: String?
    var parameters: [String: String]?
    var remedies: [Remedy.Kind] = []
    var withheld: [Remedy.Kind] = []
    var call: (verb: CallVerb, words: [String])?
    var answer: Value?
    var result: [String: String] = [:]

    mutating func read(
        _ statement: Int, _ checker: StatementChecker, name: String, diagnostics: inout Diagnostics
    ) -> RouteCase? {
        let errors = diagnostics.errorCount
        var facts = FactReader(catalogue: ruleset.catalogue)
        let body = checker.check(document.children(of: statement), as: CaseDirective.self, diagnostics: &diagnostics)
        for checked in body.checked { read(checked, into: &facts, diagnostics: &diagnostics) }
        for (directive, isMissing) in [("url", url == nil), ("expect", code == nil)]
        where isMissing && body.refused.isEmpty && diagnostics.errorCount == errors {
            diagnostics.report(
                .badCase, at: document.place(1, of: statement), "the case has no `\(directive)`",
                help: directive == "url" ? "add `url URL`" : "add `expect CODE`")
        }
        if let code, diagnostics.errorCount == errors, let line = body.statements(of: .expect).first {
            checkAnswer(code, document.place(1, of: line), &diagnostics)
        }
        guard let url, let code, body.refused.isEmpty, diagnostics.errorCount == errors else { return nil }
        return RouteCase(
            name: name, place: document.place(1, of: statement), url: url, facts: facts.facts, caller: facts.caller,
            code: code, route: route, parameters: parameters, remedies: remedies, withheld: withheld, call: call,
            answer: answer, result: result)
    }

    private mutating func read(
        _ checked: StatementChecker.Checked<CaseDirective>, into facts: inout FactReader,
        diagnostics: inout Diagnostics
    ) {
        let text = document.text(of: document.word(1, of: checked.statement))
        let place = document.place(1, of: checked.statement)
        switch checked.directive {
        case .url: url = text
        case .with: facts.read(document, checked.statement, from: 1, diagnostics: &diagnostics)
        case .expect: code = readCode(text, place, &diagnostics)
        case .route:
            let number = ruleset.routes.number(calling: text)
            route = number.map { ruleset.routes[$0].name } ?? text
            guard number == nil else { return }
            diagnostics.report(
                .unknownName, at: place, "there is no route `\(text)`",
                help: Suggestion.help(for: text, amongNames: ruleset.routes.lazy.map(\.name)))
        case .parameter:
            let value = document.text(of: document.word(2, of: checked.statement))
            if parameters?[text] != nil {
                diagnostics.report(
                    .badExpectation, at: place, "the parameter `\(text)` is given twice", help: "keep one of them")
            }
            parameters = [text: value].merging(parameters ?? [:]) { _, first in first }
        case .remedy: remedies += readRemedy(text, place, &diagnostics)
        case .withheld: withheld += readRemedy(text, place, &diagnostics)
        case .would: readCall(checked.statement, text, place, &diagnostics)
        case .returns: answer = AnswerReader(document: document).read(checked.statement, diagnostics: &diagnostics)
        case .result: result[text] = document.text(of: document.word(2, of: checked.statement))
        }
    }

    private mutating func readCall(
        _ statement: Int, _ text: String, _ place: SourceRange, _ diagnostics: inout Diagnostics
    ) {
        guard let verb = CallVerb(rawValue: text) else {
            return diagnostics.report(
                .badExpectation, at: place, "an action would `call` or `start` something",
                help: Suggestion.help(for: text, among: CallVerb.allCases.map(\.rawValue)))
        }
        call = (verb, Array(document.arguments(of: statement).dropFirst()))
    }

    /// An answer makes a case one that is performed, on paper.
    private func checkAnswer(_ code: OutcomeCode, _ place: SourceRange, _ diagnostics: inout Diagnostics) {
        let isAnswered = [OutcomeCode.okPerformed, .failedDecode].contains(code)
        if isAnswered, answer == nil {
            diagnostics.report(
                .badExpectation, at: place,
                "a case without `returns` performs nothing, so its outcome is never `\(code.rawValue)`",
                help: "the outcome of a link that gets through is `\(OutcomeCode.okWouldPerform.rawValue)`")
        } else if code == .okWouldPerform, answer != nil {
            diagnostics.report(
                .badExpectation, at: place, "a case with `returns` is not `\(code.rawValue)`",
                help: "expect `ok.performed`, or `failed.decode` for an answer that the table does not take")
        } else if !result.isEmpty, code != .okPerformed {
            diagnostics.report(
                .badExpectation, at: place, "only an outcome `ok.performed` has a result",
                help: "remove the `result` lines, or expect `ok.performed`")
        }
    }

    private func readCode(_ text: String, _ place: SourceRange, _ diagnostics: inout Diagnostics) -> OutcomeCode? {
        let known = OutcomeCode(rawValue: text)
        if let known, Self.isExpectable(known) || [.okPerformed, .failedDecode].contains(known) { return known }
        let all = OutcomeCode.allCases.map(\.rawValue)
        let expectable = OutcomeCode.allCases.filter(Self.isExpectable).map(\.rawValue)
        let members = expectable.filter { $0.hasPrefix(text + ".") }
        let allowed = "the outcome of a link that gets through is `\(OutcomeCode.okWouldPerform.rawValue)`"
        if known != nil || ["failed", "unknown"].contains(text) {
            diagnostics.report(
                .badExpectation, at: place, "a case performs nothing, so its outcome is never `\(text)`", help: allowed)
        } else if members.count < 2 {
            let nearest = members.first ?? Suggestion.nearest(to: text, among: expectable)
            let isNear = Suggestion.nearest(to: text, among: all) != nil
            diagnostics.report(
                .badExpectation, at: place, "there is no code `\(text)`",
                help: nearest.map { "did you mean `\($0)`?" }
                    ?? (isNear ? allowed : "codes begin with `ok.`, `blocked.`, `pending.` or `rejected.`"))
        } else {
            let endings = members.map { $0.dropFirst(text.utf8.count + 1) }
            diagnostics.report(
                .badExpectation, at: place, "`\(text)` is the beginning of several codes, and a case expects one code",
                help: "a code is `\(text).` with one of these endings: \(endings.joined(separator: ", "))")
        }
        return nil
    }

    /// Whether a case can have the code, although nothing is performed.
    private static func isExpectable(_ code: OutcomeCode) -> Bool {
        switch code.outcomeClass {
        case .ok: code == .okWouldPerform
        case .failed, .unknown: false
        case .blocked, .pending, .rejected: true
        }
    }

    private func readRemedy(_ text: String, _ place: SourceRange, _ diagnostics: inout Diagnostics) -> [Remedy.Kind] {
        if let kind = Remedy.Kind(rawValue: text) { return [kind] }
        diagnostics.report(
            .badExpectation, at: place, "there is no remedy `\(text)`",
            help: Suggestion.help(for: text, among: Remedy.Kind.allCases.map(\.rawValue)))
        return []
    }
}
