import Conf
package import Contract
import Features

/// A case that was made for a node of the coverage, and that passes.
package struct CaseDraft: Sendable {
    /// What it shows, as a sentence.
    package let title: String
    package let url: String
    /// The words of each `with` line.
    package let facts: [[String]]
    package let outcome: Outcome
    /// What its action would do.
    let preview: ActionPreview
    /// The route that the link is near to, by its name.
    package let near: String?
    /// All nodes that it covers.
    package let nodes: Set<CoverageNode>

    /// *Units*: words of a call that a case repeats.
    private static let longestCall = 16

    /// As a case file has it.
    ///
    /// - Parameter name: its name there, which has to be unique.
    package func text(named name: String) -> String {
        var lines: [(directive: String, rest: String)] = [("url", url.caseWord)]
        lines += facts.map { ("with", $0.map(\.caseWord).joined(separator: " ")) }
        lines.append(("expect", outcome.code.rawValue))
        if let route = outcome.route { lines.append(("route", route.caseWord)) }
        if let near { lines.append(("near", near.caseWord)) }
        if outcome.code == .okWouldPerform {
            lines += outcome.parameters.map { ("parameter", "\($0.name.caseWord) \($0.value.argumentText.caseWord)") }
        }
        if let (verb, words) = call {
            lines.append(("would", ([verb.rawValue] + words.map(\.caseWord)).joined(separator: " ")))
        }
        return Self.text(named: name, lines)
    }

    /// A case with some lines, their second words below each other.
    static func text(named name: String, _ lines: [(directive: String, rest: String)]) -> String {
        let width = lines.lazy.map(\.directive.count).max() ?? 0
        let body = lines.map { line in
            let blanks = String(repeating: " ", count: width - line.directive.count + 1)
            return "    \(line.directive)\(blanks)\(line.rest)\n"
        }
        return "case \(name.quotedWord) {\n\(body.joined())}\n"
    }

    /// The line of a case file that names a table.
    package static func tableLine(_ name: String) -> String { "table \(name.caseWord)\n" }

    /// What the case says of its action; nil where it says nothing.
    private var call: (verb: CallVerb, words: [String])? {
        guard outcome.code == .okWouldPerform else { return nil }
        let (verb, words) =
            preview.call.map { (CallVerb.call, $0) } ?? preview.arguments.map { (CallVerb.start, $0) } ?? (.call, [])
        return words.isEmpty || words.count > Self.longestCall ? nil : (verb, words)
    }

    /// The case that its text stands for, with the facts that its lines set.
    func testCase(_ facts: Facts, _ caller: Caller) -> RouteCase {
        let isPerformed = outcome.code == .okWouldPerform
        let parameters = outcome.parameters.map { ($0.name, $0.value.argumentText) }
        return RouteCase(
            name: title, place: .init(file: 0, offset: 0, length: 0), url: url, facts: facts, caller: caller,
            lines: self.facts, code: .one(outcome.code), route: outcome.route, near: near.map { [$0] } ?? [],
            parameters: isPerformed && !parameters.isEmpty
                ? Dictionary(parameters, uniquingKeysWith: { first, _ in first }) : nil,
            remedies: [], withheld: [], call: call, answer: nil, result: [:], mark: nil, isOnly: false)
    }
}
