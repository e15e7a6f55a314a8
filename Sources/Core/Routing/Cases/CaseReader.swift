import Conf
import Contract
import Features

/// Reads one case, or those that its `matrix` stands for.
struct CaseReader {
    let document: ConfDocument
    let ruleset: Ruleset
    private var url: String?
    private var code: ExpectedCode?
    private var route: String?
    private var near: [String] = []
    private var parameters: [String: String]?
    private var remedies: [Remedy.Kind] = []
    private var withheld: [Remedy.Kind] = []
    private var call: (verb: CallVerb, words: [String])?
    private var answer: Value?
    private var result: [String: String] = [:]
    private var mark: CaseMark?
    private var isOnly = false

    init(document: ConfDocument, ruleset: Ruleset) {
        (self.document, self.ruleset) = (document, ruleset)
    }

    /// Reads a case; none where something in it was reported.
    mutating func read(
        _ statement: Int, _ checker: StatementChecker, name: String, diagnostics: inout Diagnostics
    ) -> [RouteCase] {
        let errors = diagnostics.errorCount
        var facts = FactReader(catalogue: ruleset.catalogue)
        let body = checker.check(document.children(of: statement), as: CaseDirective.self, diagnostics: &diagnostics)
        for checked in body.checked { read(checked, into: &facts, diagnostics: &diagnostics) }
        let place = document.place(1, of: statement)
        var states = [CaseMatrix.State(facts: facts, place: place)]
        if let matrix = body.statements(of: .matrix).first {
            states = CaseMatrix(document).read(matrix, facts, diagnostics: &diagnostics)
        }
        let lacksCode = code == nil && states.contains { $0.code == nil }
        for (directive, isMissing) in [("url", url == nil), ("expect", lacksCode)]
        where isMissing && body.refused.isEmpty && diagnostics.errorCount == errors {
            diagnostics.report(
                .badCase, at: place, "the case has no `\(directive)`",
                help: directive == "url" ? "add `url URL`" : "add `expect CODE`")
        }
        if let code, diagnostics.errorCount == errors, let line = body.statements(of: .expect).first {
            checkAnswer(code, document.place(1, of: line), &diagnostics)
        }
        for state in states where diagnostics.errorCount == errors {
            if let code = state.code { checkAnswer(code, state.place, &diagnostics) }
        }
        guard body.refused.isEmpty, diagnostics.errorCount == errors else { return [] }
        return states.compactMap { makeCase(name, $0) }
    }

    private func makeCase(_ name: String, _ state: CaseMatrix.State) -> RouteCase? {
        guard let url, let code = state.code ?? code else { return nil }
        return RouteCase(
            name: state.label.isEmpty ? name : "\(name): \(state.label)", place: state.place, url: url,
            facts: state.facts.facts, caller: state.facts.caller, lines: state.facts.lines, code: code, route: route,
            near: near,
            parameters: parameters, remedies: remedies, withheld: withheld, call: call, answer: answer,
            result: result, mark: mark, isOnly: isOnly)
    }

    private mutating func read(
        _ checked: StatementChecker.Checked<CaseDirective>, into facts: inout FactReader,
        diagnostics: inout Diagnostics
    ) {
        guard document.wordCount(of: checked.statement) > 1 else { return readAlone(checked, &diagnostics) }
        let text = document.text(of: document.word(1, of: checked.statement))
        let place = document.place(1, of: checked.statement)
        switch checked.directive {
        case .url: url = text
        case .with: facts.read(document, checked.statement, from: 1, diagnostics: &diagnostics)
        case .expect: code = ExpectedCode.read(text, place, &diagnostics)
        case .route: route = readRoute(text, place, &diagnostics)
        case .near: near.append(readRoute(text, place, &diagnostics))
        case .parameter: readParameter(text, checked.statement, place, &diagnostics)
        case .remedy: remedies += readRemedy(text, place, &diagnostics)
        case .withheld: withheld += readRemedy(text, place, &diagnostics)
        case .would: readCall(checked.statement, text, place, &diagnostics)
        case .result: result[text] = document.text(of: document.word(2, of: checked.statement))
        case .todo, .skip: readMark(checked.directive, text, place, &diagnostics)
        case .matrix, .returns, .only: return
        }
    }

    /// Reads a line that is one word.
    private mutating func readAlone(
        _ checked: StatementChecker.Checked<CaseDirective>, _ diagnostics: inout Diagnostics
    ) {
        if checked.directive == .only { isOnly = true }
        guard checked.directive == .returns else { return }
        answer = AnswerReader(document: document).read(checked.statement, diagnostics: &diagnostics)
    }

    private mutating func readMark(
        _ directive: CaseDirective, _ reason: String, _ place: SourceRange, _ diagnostics: inout Diagnostics
    ) {
        if mark != nil {
            diagnostics.report(
                .badCase, at: place, "a case is `todo` or `skip`, and not both", help: "keep one of them")
        }
        mark = directive == .todo ? .todo(reason) : .skip(reason)
    }

    private func readRoute(_ text: String, _ place: SourceRange, _ diagnostics: inout Diagnostics) -> String {
        if let number = ruleset.routes.number(calling: text) { return ruleset.routes[number].name }
        diagnostics.report(
            .unknownName, at: place, "there is no route `\(text)`",
            help: Suggestion.help(for: text, amongNames: ruleset.routes.lazy.map(\.name)))
        return text
    }

    private mutating func readParameter(
        _ name: String, _ statement: Int, _ place: SourceRange, _ diagnostics: inout Diagnostics
    ) {
        let value = document.text(of: document.word(2, of: statement))
        if parameters?[name] != nil {
            diagnostics.report(
                .badExpectation, at: place, "the parameter `\(name)` is given twice", help: "keep one of them")
        }
        parameters = [name: value].merging(parameters ?? [:]) { _, first in first }
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
    private func checkAnswer(_ expected: ExpectedCode, _ place: SourceRange, _ diagnostics: inout Diagnostics) {
        guard case .one(let code) = expected else { return }
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

    private func readRemedy(_ text: String, _ place: SourceRange, _ diagnostics: inout Diagnostics) -> [Remedy.Kind] {
        if let kind = Remedy.Kind(rawValue: text) { return [kind] }
        diagnostics.report(
            .badExpectation, at: place, "there is no remedy `\(text)`",
            help: Suggestion.help(for: text, among: Remedy.Kind.allCases.map(\.rawValue)))
        return []
    }
}
