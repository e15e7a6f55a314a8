// Makes cases of what a daemon has noted about links: its timeline has the route, the names of the inputs and the outcome,
// and neither the link nor its values. So a link is built anew, with the values of a feature that was in focus or with
// examples, and facts are looked for that lead to the same outcome. What is built is decided as every case is, and is kept
// only if the same comes of it; else the case says `todo`, and why.

package import Contract
import Features

/// A case that was made of links of one kind.
package struct RecordedCase: Sendable {
    /// Its name, which no other kind has.
    package let name: String
    package let url: String
    package let code: OutcomeCode
    /// *Shape*: `3 links: 2 ok.performed, 1 failed.exit`.
    package let remark: String
    /// Why it is left to be done; nil for a case that passes.
    package let todo: String?
    /// As a case file has it.
    package let text: String
}

/// Collects noted links by their kinds.
package struct CaseRecorder {
    /// Those of one route, or of none, with one outcome.
    private struct Kind: Hashable {
        let route: String?
        let code: OutcomeCode
    }

    private struct Noted {
        var codes: [(code: OutcomeCode, count: Int)] = []
        /// The values of the first link that had some.
        var values: [Value.Member] = []
    }

    /// *Units*: bytes of a value that a case repeats.
    private static let longestValue = 200

    private let ruleset: Ruleset
    private let links: SketchMaker
    private var kinds: [Kind] = []
    private var noted: [Kind: Noted] = [:]
    /// *Units*: links that had no URL, since their actions were named.
    package private(set) var withoutLink = 0

    /// Begins without any.
    package init(_ ruleset: Ruleset) {
        self.ruleset = ruleset
        links = SketchMaker(ruleset: ruleset)
    }

    /// Takes an entry of a timeline; only the end of a link counts.
    package mutating func add(_ entry: TimelineEntryReport) {
        guard entry.kind == .ended, let code = entry.code.flatMap(OutcomeCode.init(rawValue:)) else { return }
        guard entry.route != nil || entry.action == nil else { return withoutLink += 1 }
        let kind = Kind(route: entry.route, code: Self.expected(code))
        if noted[kind] == nil { kinds.append(kind) }
        var found = noted[kind] ?? Noted()
        if let known = found.codes.firstIndex(where: { $0.code == code }) {
            found.codes[known].count += 1
        } else {
            found.codes.append((code, 1))
        }
        if found.values.isEmpty { found.values = Self.values(of: entry) }
        noted[kind] = found
    }

    /// One case for each kind, in the order of their first links.
    ///
    /// *Cost*: some links are decided for each.
    package var cases: [RecordedCase] {
        var states: [Int: FeatureStates] = [:]
        return kinds.map { makeCase($0, noted[$0] ?? Noted(), &states) }
    }

    /// The code of a case: an action that failed was let through by the table all the same.
    private static func expected(_ code: OutcomeCode) -> OutcomeCode {
        switch code.outcomeClass {
        case .ok, .failed, .unknown: .okWouldPerform
        case .blocked, .pending, .rejected: code
        }
    }

    private static func values(of entry: TimelineEntryReport) -> [Value.Member] {
        entry.values.compactMap { parameter in
            let text = parameter.value.argumentText
            guard text != "***", text.utf8.count <= longestValue else { return nil }
            return Value.Member(parameter.name, parameter.value)
        }
    }

    // MARK: Making

    private func makeCase(_ kind: Kind, _ noted: Noted, _ states: inout [Int: FeatureStates]) -> RecordedCase {
        guard let route = kind.route else {
            // No link is read while the intake of all of them is off, so any does.
            if let draft = placeholders.lazy.compactMap({ decided(kind, $0, Self.intakeOff) }).first {
                return recorded(kind, noted, draft)
            }
            return todo(kind, noted, placeholders, "write the link: no route took it, and a timeline has none")
        }
        guard let number = ruleset.routes.number(named: route) else {
            let reason = "write the link: this table has no route `\(route)`, which took it"
            return todo(kind, noted, placeholders, reason)
        }
        let urls = urls(of: number, noted.values)
        guard !urls.isEmpty else {
            return todo(kind, noted, placeholders, "write the link: none was found that the route takes")
        }
        let feature = ruleset.routes[number].binding.feature
        let known = states[feature] ?? FeatureStates(of: feature, in: ruleset.catalogue)
        states[feature] = known
        let facts: [[FeatureStates.Line]] = [[]] + [known.byCode[kind.code], known.available].compactMap(\.self)
        for lines in facts {
            for url in urls {
                if let draft = decided(kind, url, lines) { return recorded(kind, noted, draft) }
            }
        }
        return todo(kind, noted, urls, "write the link and its facts: none were found that give \(kind.code.rawValue)")
    }

    private static let intakeOff: [FeatureStates.Line] = [["runtime", DeepLinkingFeature.name, "off"]]

    /// Links that a route takes, those with the given values first.
    private func urls(of route: Int, _ values: [Value.Member]) -> [String] {
        var urls: [String] = []
        for given in values.isEmpty ? [[]] : [values, []] {
            for row in ruleset.routes.rows(of: route) {
                let names = ruleset.parameters(of: ruleset.routes[row: row]).filter { $0.part != .fixed }.map(\.name)
                urls += links.sketches(ofRow: row, given.filter { names.contains($0.name) }).map(\.url)
            }
        }
        return urls
    }

    /// The case of a link, if it is decided as those of the kind were.
    private func decided(_ kind: Kind, _ url: String, _ lines: [FeatureStates.Line]) -> CaseDraft? {
        guard let (facts, caller) = StateSearch.facts(lines, ruleset.catalogue) else { return nil }
        let explanation = Explanation(
            of: Target(url: url), in: ruleset, facts: facts, caller: caller, candidates: .none)
        guard explanation.outcome.code == kind.code, explanation.outcome.route == kind.route else { return nil }
        return CaseDraft(
            title: Self.name(kind), url: url, facts: lines, outcome: explanation.outcome, preview: explanation.preview,
            near: nil, nodes: [])
    }

    private func recorded(_ kind: Kind, _ noted: Noted, _ draft: CaseDraft) -> RecordedCase {
        RecordedCase(
            name: draft.title, url: draft.url, code: kind.code, remark: Self.remark(noted), todo: nil,
            text: draft.text(named: draft.title))
    }

    /// A case that does not pass yet, with the first of some links that does not seem to be done.
    private func todo(_ kind: Kind, _ noted: Noted, _ urls: [String], _ reason: String) -> RecordedCase {
        let unset = FactDraft(catalogue: ruleset.catalogue)
        let url = urls.first { url in
            let explanation = Explanation(
                of: Target(url: url), in: ruleset, facts: unset.facts, caller: unset.caller, candidates: .none)
            return explanation.outcome.code != kind.code
        }
        let shown = url ?? urls.first ?? "?"
        let lines: [(directive: String, rest: String)] = [
            ("url", shown.caseWord), ("expect", kind.code.rawValue), ("todo", reason.quotedWord),
        ]
        let name = Self.name(kind)
        return RecordedCase(
            name: name, url: shown, code: kind.code, remark: Self.remark(noted), todo: reason,
            text: CaseDraft.text(named: name, lines))
    }

    /// What stands for a link that is not known.
    private var placeholders: [String] {
        ["link-of-the-timeline", (ruleset.scopes.first?.name ?? "x") + "://link-of-the-timeline"]
    }

    private static func name(_ kind: Kind) -> String {
        "\(kind.route.map { "the route \($0)" } ?? "no route"): \(kind.code.rawValue)"
    }

    private static func remark(_ noted: Noted) -> String {
        let count = noted.codes.reduce(0) { $0 + $1.count }
        let codes = noted.codes.map { "\($0.count) \($0.code.rawValue)" }
        return "\(count) link\(count == 1 ? "" : "s"): " + codes.joined(separator: ", ")
    }
}
