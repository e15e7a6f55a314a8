package import Contract
import Features

/// How a case ended.
package enum CaseVerdict: String, CaseIterable, Sendable {
    case passed, failed
    /// It fails, and says `todo`.
    case todo
    case skipped
}

/// What another program decided about the link of a case, and would do.
package struct CaseAnswer: Sendable {
    let outcome: Outcome
    let preview: ActionPreview

    package init(_ outcome: Outcome, _ preview: ActionPreview) { (self.outcome, self.preview) = (outcome, preview) }
}

/// The result of running one case.
package struct CaseResult: Sendable {
    package let testCase: RouteCase
    /// The URL's outcome; nil for a case that is not run.
    package let outcome: Outcome?
    /// What was expected and did not come, one sentence each; empty where the case passed.
    package let failures: [String]
    /// The number of the route that took the link, performed or not.
    package let route: Int?
    /// The number of the feature whose facts decided.
    let feature: Int?
    /// The texts of the links on the way to the outcome, the case's own first.
    let links: [String]
    /// What the action would do.
    let preview: ActionPreview

    /// How the case ended.
    package var verdict: CaseVerdict {
        switch testCase.mark {
        case .skip: .skipped
        case .todo where !failures.isEmpty: .todo
        case .todo, nil: failures.isEmpty ? .passed : .failed
        }
    }

    /// Whether everything came as the case expects.
    package var isPassed: Bool { verdict == .passed }
    /// Whether the case can lose its line `todo`.
    package var isDone: Bool { isPassed && testCase.mark != nil }
}

extension Sequence<RouteCase> {
    /// Runs the cases, in their order, against a table: the one that they were read against, or another.
    ///
    /// *Cost*: that of deciding each link; nothing is read, and nothing of the machine is asked.
    package func results(in ruleset: Ruleset) -> [CaseResult] { map { $0.run(in: ruleset) } }

    /// The first case that fails against a table; nil where none does.
    ///
    /// Those with `todo` or `skip` do not fail.
    package func firstFailure(in ruleset: Ruleset) -> CaseResult? {
        for testCase in self {
            let result = testCase.run(in: ruleset)
            if result.verdict == .failed { return result }
        }
        return nil
    }
}

extension RouteCase {
    /// Runs the case: explains its URL against its facts, performs nothing, and compares.
    ///
    /// - Parameter answered: what a daemon with the same table decided; nil to decide here. A daemon performs nothing, so
    ///   the answer of a case with `returns` is read here.
    package func run(in ruleset: Ruleset, answered: CaseAnswer? = nil) -> CaseResult {
        if isSkipped {
            return CaseResult(
                testCase: self, outcome: nil, failures: [], route: nil, feature: nil, links: [],
                preview: ActionPreview())
        }
        let explanation = Explanation(
            of: Target(url: url), in: ruleset, facts: facts, caller: caller, candidates: .none)
        var outcome = answered?.outcome ?? explanation.outcome
        let preview = answered?.preview ?? explanation.preview
        var failures: [String] = []
        if let answer, outcome.code == .okWouldPerform, let action = explanation.action {
            if action.result == nil {
                failures.append("the action \(action.name) has no `result`, so it leaves the answer out")
            }
            outcome.settle(action.performance(answering: answer, Execution()))
        }
        failures += differences(from: outcome) + nearDifferences(in: ruleset)
        failures += callDifference(explanation.action, preview, outcome, ruleset) + resultDifferences(outcome)
        let last = explanation.lastURL.map { [$0] } ?? []
        return CaseResult(
            testCase: self, outcome: outcome, failures: failures, route: explanation.route,
            feature: explanation.feature, links: explanation.outcome.via + last, preview: preview)
    }

    private func nearDifferences(in ruleset: Ruleset) -> [String] {
        guard !near.isEmpty else { return [] }
        let link = try? ruleset.parse(url)
        return near.compactMap { name in
            guard let number = ruleset.routes.number(named: name) else { return "there is no route \(name)" }
            guard let link else { return "expected the link to be near the route \(name), but the text is no link" }
            switch DistanceMeter(ruleset: ruleset).distance(of: link, from: number) {
            case .taken: return "expected the link to be only near the route \(name), which takes it"
            case .near: return nil
            case .far: return "expected the link to be near the route \(name), but more than one thing keeps it away"
            }
        }
    }

    private func callDifference(
        _ action: Action?, _ preview: ActionPreview, _ outcome: Outcome, _ ruleset: Ruleset
    ) -> [String] {
        guard let call else { return [] }
        // The lines of the table, with `$(url)` in them.
        let written = action?.performer.preview(for: outcome.parameters, link: nil, in: ruleset.catalogue)
        func words(_ preview: ActionPreview?) -> [String]? {
            call.verb == .start ? preview?.arguments ?? preview?.call : preview?.call
        }
        let found = words(preview)
        guard found != call.words, words(written) != call.words else { return [] }
        let expected = call.words.map(\.asWord).joined(separator: " ")
        let actual = found.map { "`\($0.map(\.asWord).joined(separator: " "))`" } ?? "nothing"
        return ["expected that it would \(call.verb.rawValue) `\(expected)`, got \(actual)"]
    }

    private func resultDifferences(_ outcome: Outcome) -> [String] {
        result.sorted { $0.key < $1.key }.compactMap { name, value in
            let actual = outcome.result?.members.first { $0.name == name }?.value.argumentText
            if actual == value { return nil }
            return "expected the result \(name) to be `\(value)`, got \(actual.map { "`\($0)`" } ?? "none")"
        }
    }

    private func differences(from outcome: Outcome) -> [String] {
        var failures: [String] = []
        if !code.accepts(outcome.code) {
            let other = outcome.instead.map { "; instead \($0.feature).\($0.action): \($0.code)" } ?? ""
            failures.append("expected \(code.text), got \(outcome.code.rawValue): \(outcome.message)" + other)
        }
        if let route, route != outcome.route {
            failures.append("expected the route \(route), got \(outcome.route ?? "none")")
        }
        failures += parameterDifferences(outcome)
        let offered = outcome.remedies.map(\.kind)
        for kind in remedies where !offered.contains(kind) {
            failures.append("expected the remedy \(kind.rawValue), got \(Self.list(offered.map(\.rawValue)))")
        }
        let withheldKinds = outcome.constraints.flatMap(\.remedies).filter { $0.withheldBecause != nil }.map(\.kind)
        for kind in withheld where !withheldKinds.contains(kind) {
            failures.append(
                "expected \(kind.rawValue) to be withheld, withheld are \(Self.list(withheldKinds.map(\.rawValue)))")
        }
        return failures
    }

    private func parameterDifferences(_ outcome: Outcome) -> [String] {
        guard let parameters else { return [] }
        let wrong = parameters.sorted { $0.key < $1.key }.compactMap { name, value -> String? in
            let actual = outcome.parameters.first { $0.name == name }?.value.argumentText
            if actual == value { return nil }
            return "expected the parameter \(name) to be `\(value)`, got \(actual.map { "`\($0)`" } ?? "none")"
        }
        let unexpected = outcome.parameters.filter { parameters[$0.name] == nil }
        return wrong + unexpected.map { "did not expect the parameter \($0.name), which is `\($0.value.argumentText)`" }
    }

    private static func list(_ words: [String]) -> String { words.isEmpty ? "none" : words.joined(separator: ", ") }
}
