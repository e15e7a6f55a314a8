import Contract
import TestSupport
import Testing

@testable import Routing

/// Random chains of features, from their text and the words of facts to the outcome of a link, against a second reading
/// of the rules.
@Suite struct PlainGateTests {
    @Test func `the outcome of a link is what the requirements of its feature and of those above make of the facts`()
        throws
    {
        var random = SeededGenerator(for: "the outcome of a link is what the requirements make of the facts")
        var seen: [String: Int] = [:]
        for _ in 0..<1500 {
            let gate = PlainGate(&random)
            let ruleset = try Tables.ruleset(gate.text)
            let outcome = Tables.explain("s:r", in: ruleset, with: gate.facts)
            seen[outcome.code.rawValue, default: 0] += 1
            if !gate.codes.contains(outcome.code.rawValue) {
                Issue.record("\(outcome.code), expected \(gate.codes.sorted())\n\(gate.facts)\n\(gate.text)")
                return
            }
        }
        print("codes: \(seen.sorted { $0.key < $1.key })")
        #expect(seen.keys.count > 10)
    }

    @Test func `the evidence has every requirement once, from the outermost feature to the innermost`() throws {
        var random = SeededGenerator(for: "the evidence has every requirement once")
        for _ in 0..<600 {
            let gate = PlainGate(&random)
            let ruleset = try Tables.ruleset(gate.text)
            let outcome = Tables.explain("s:r", in: ruleset, with: gate.facts)
            // The intake is required of every link, and is reported first.
            let reports = outcome.constraints.drop { $0.id == "runtime:DeepLinking" }
            let actual = reports.map { "\($0.kind) \($0.inheritedFrom ?? "-") \($0.status)" }
            let expected = (0...3).flatMap { depth in
                gate.requirements.filter { $0.depth == depth }.map { requirement in
                    let kind = requirement.words.prefix { $0 != " " }
                    return
                        "\(kind) \(depth == gate.depth - 1 ? "-" : PlainGate.path(depth)) \(requirement.answer.status)"
                }
            }
            if actual != expected {
                Issue.record("\(actual)\nexpected \(expected)\n\(gate.facts)\n\(gate.text)")
                return
            }
        }
    }

    @Test func `a requirement that is added never makes a blocked link available`() throws {
        var random = SeededGenerator(for: "a requirement that is added never makes a blocked link available")
        for _ in 0..<300 {
            let gate = PlainGate(&random)
            let ruleset = try Tables.ruleset(gate.text)
            let outer = "feature Outer {\nrequire permission microphone\n"
            let text = gate.text.replacing("feature F0 {", with: outer + "feature F0 {", maxReplacements: 1) + "}\n"
            let inner = try Tables.ruleset(text)
            let facts = gate.facts.map { $0.replacing(" F0", with: " Outer/F0", maxReplacements: 1) }
            let before = Tables.explain("s:r", in: ruleset, with: gate.facts)
            for (status, keeps) in [("authorized", true), ("denied", false), ("unknown", false)] {
                let after = Tables.explain("s:r", in: inner, with: facts + ["permission microphone \(status)"])
                if keeps { #expect(after.code == before.code, "\(gate.facts)\n\(text)") }
                if !keeps { #expect(after.code != .okWouldPerform, "\(gate.facts)\n\(text)") }
                if before.code.outcomeClass == .blocked { #expect(after.code.outcomeClass == .blocked) }
            }
        }
    }
}
