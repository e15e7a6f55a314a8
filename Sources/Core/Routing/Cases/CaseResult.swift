package import Contract
import Features

/// The result of running one case.
package struct CaseResult: Sendable {
    package let testCase: RouteCase
    /// The URL's outcome.
    package let outcome: Outcome
    /// What was expected and did not come, one sentence each; empty where the case passed.
    package let failures: [String]
    /// The number of the route that took the link, performed or not.
    package let route: Int?

    /// Whether everything came as the case expects.
    package var isPassed: Bool { failures.isEmpty }
}

extension RouteCase {
    /// Runs the case: explains its URL against its facts, performs nothing, and compares.
    package func run(in ruleset: Ruleset) -> CaseResult {
        let explanation = Explanation(of: url, in: ruleset, facts: facts, caller: caller)
        var outcome = explanation.outcome
        var failures: [String] = []
        // The lines of the table, with `$(url)` in them.
        let written = explanation.action?.performer.preview(for: outcome.parameters, link: nil, in: ruleset.catalogue)
        if let answer, outcome.code == .okWouldPerform, let action = explanation.action {
            if action.result == nil {
                failures.append("the action \(action.name) has no `result`, so it leaves the answer out")
            }
            outcome.settle(action.performance(answering: answer, Execution()))
        }
        failures += differences(from: outcome) + callDifference(explanation.preview, written)
        failures += resultDifferences(outcome)
        return CaseResult(testCase: self, outcome: outcome, failures: failures, route: explanation.route)
    }

    private func callDifference(_ preview: ActionPreview, _ written: ActionPreview?) -> [String] {
        guard let call else { return [] }
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
        if outcome.code != code {
            let other = outcome.instead.map { "; instead \($0.feature).\($0.action): \($0.code)" } ?? ""
            failures.append("expected \(code.rawValue), got \(outcome.code.rawValue): \(outcome.message)" + other)
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
