// A case that says what one table does with a link, and that fails against another one:
//
//     require toggle off           podcast://sleep                        blocked.toggle.off → ok.wouldPerform
//     $(episode:uint) → string     podcast://episodes/x                   rejected.route.notFound → ok.wouldPerform
//
// The links are those of the cells that the tables tell apart, and the facts those with which a feature of one of them is
// available, or refused for each of its constraints. A case is never trusted: it is run against both tables.

import Contract
import Features
import Links
import Matching

/// A case that passes against one table and fails against another.
package struct CaseContrast: Sendable {
    /// The case, which expects what the first table does.
    package let draft: CaseDraft
    /// What it expects and the second table does not do, one sentence each.
    package let failures: [String]
}

/// Searches for cases that tell other tables from one table, whose routes they have in the same order.
package struct ContrastSearch: Sendable {
    /// What was found.
    package enum Result: Sendable {
        /// Both tables decide every link alike.
        case same
        /// They do not, or that is not known, and no case was found that shows it.
        case unproven
        case told(CaseContrast)
    }

    /// Links that differ in the same way.
    private struct Way: Hashable {
        let now: ShadowDestination
        let then: ShadowDestination
        /// The inputs whose texts differ.
        let inputs: [String]
    }

    /// *Units*: cases that are run for one table.
    private static let mostTries = 2000

    private let old: Ruleset
    private let cells: LinkCells.Table
    /// By feature of the first table, the facts that are of interest.
    private var known: [Int: [[FeatureStates.Line]]] = [:]

    /// - Parameter old: the table that cases are to hold.
    package init(_ old: Ruleset) { (self.old, cells) = (old, LinkCells.Table(old)) }

    /// Compares the table with another one.
    ///
    /// - Parameter title: what the case shows, as a sentence.
    /// - Returns: a case whose link has nothing that does not matter.
    package mutating func search(_ new: Ruleset, title: String) -> Result {
        let (ways, isSame) = ways(to: new)
        guard !isSame else { return .same }
        var left = Self.mostTries
        var states: [Int: [[FeatureStates.Line]]] = [:]
        for (way, link) in ways {
            // Most links need no facts, and to find these takes longer than to run a case.
            if let contrast = contrast(link, [], new, title) { return .told(contrast) }
            for facts in facts(way, new, &states) {
                left -= 1
                guard left >= 0 else { return .unproven }
                if let contrast = contrast(link, facts, new, title) { return .told(contrast) }
            }
        }
        return .unproven
    }

    // MARK: Links

    /// The ways in which links are decided differently, each with the shortest link, the shortest first.
    private func ways(to new: Ruleset) -> (ways: [(Way, link: String)], isSame: Bool) {
        var verdicts = VerdictComparison(old, new)
        func way(_ link: String) -> Way? {
            let bytes = Array(link.utf8)
            let (now, then) = (TableVerdict.of(old, on: bytes.span), TableVerdict.of(new, on: bytes.span))
            guard verdicts.difference(now, then) != nil else { return nil }
            return Way(
                now: ShadowDestination(now, in: old), then: ShadowDestination(then, in: new),
                inputs: inputs(now, then, new))
        }
        let (narrow, other) = LinkCells.narrowed(cells, LinkCells.Table(new, like: (old, cells)))
        var cells = LinkCells(narrow, other)
        var links: [Way: String] = [:]
        cells.forEach { link in
            guard let way = way(link), link.utf8.count < links[way]?.utf8.count ?? .max else { return }
            links[way] = link
        }
        for (known, link) in links {
            links[known] = Self.shortened(link) { way($0) == known }
        }
        let sorted = links.sorted { ($0.value.utf8.count, $0.value) < ($1.value.utf8.count, $1.value) }
        return (sorted.map { ($0.key, $0.value) }, links.isEmpty && cells.isComplete)
    }

    /// A link without the items of its query, and without the fragment, as far as they do not matter.
    private static func shortened(_ link: String, _ isAlike: (String) -> Bool) -> String {
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let address = parts[0].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count + address.count > 2 else { return link }
        var items = address.count > 1 ? address[1].split(separator: "&", omittingEmptySubsequences: false) : []
        var fragment = parts.count > 1 ? "#" + parts[1] : ""
        func text(_ items: [Substring], _ fragment: String) -> String {
            address[0] + (items.isEmpty ? "" : "?" + items.joined(separator: "&")) + fragment
        }
        if isAlike(text(items, "")) { fragment = "" }
        for index in items.indices.reversed() {
            var fewer = items
            fewer.remove(at: index)
            if isAlike(text(fewer, fragment)) { items = fewer }
        }
        return text(items, fragment)
    }

    /// The inputs that cases see to differ: a case has their texts, and not their types.
    private func inputs(_ now: TableVerdict, _ then: TableVerdict, _ new: Ruleset) -> [String] {
        guard case .routed(let row, let values) = now, case .routed(let otherRow, let others) = then else { return [] }
        let texts = Self.texts(values, old.action(of: old.routes[row: row]))
        let otherTexts = Self.texts(others, new.action(of: new.routes[row: otherRow]))
        return Set(texts.keys).union(otherTexts.keys).filter { texts[$0] != otherTexts[$0] }.sorted()
    }

    private static func texts(_ inputs: BoundInputs, _ action: Action) -> [String: String] {
        Dictionary(
            inputs.members(of: action).map { ($0.name, $0.value.argumentText) }, uniquingKeysWith: { first, _ in first }
        )
    }

    // MARK: Facts

    /// Facts of the features that decide, those first that set the fewest.
    ///
    /// - Parameter states: by feature of the second table, the facts that are of interest.
    private mutating func facts(
        _ way: Way, _ new: Ruleset, _ states: inout [Int: [[FeatureStates.Line]]]
    ) -> [[FeatureStates.Line]] {
        var found: [[FeatureStates.Line]] = []
        if let feature = way.now.binding(in: old)?.feature {
            let own = known[feature] ?? FeatureStates(of: feature, in: old.catalogue).all
            known[feature] = own
            found += own
        }
        if let feature = way.then.binding(in: new)?.feature {
            let its = states[feature] ?? FeatureStates(of: feature, in: new.catalogue).all
            states[feature] = its
            found += its
        }
        // Without facts the case was run already.
        var seen: Set<[FeatureStates.Line]> = [[]]
        let sorted = found.enumerated().sorted { ($0.element.count, $0.offset) < ($1.element.count, $1.offset) }
        return sorted.map(\.element).filter { seen.insert($0).inserted }
    }

    // MARK: Cases

    private func contrast(
        _ link: String, _ lines: [FeatureStates.Line], _ new: Ruleset, _ title: String
    ) -> CaseContrast? {
        guard let (facts, caller) = StateSearch.facts(lines, old.catalogue) else { return nil }
        let explanation = Explanation(
            of: Target(url: link), in: old, facts: facts, caller: caller, candidates: .none)
        let draft = CaseDraft(
            title: title, url: link, facts: lines, outcome: explanation.outcome, preview: explanation.preview,
            near: nil, nodes: [])
        let testCase = draft.testCase(facts, caller)
        // A case that says `ok.performed` would need an answer.
        guard testCase.run(in: old).isPassed else { return nil }
        let failures = testCase.run(in: new).failures
        return failures.isEmpty ? nil : CaseContrast(draft: draft, failures: failures)
    }
}

extension FeatureStates {
    /// The facts with which the feature is available, refused for each constraint, and undetermined.
    fileprivate var all: [[Line]] {
        let refused = refusals.sorted { $0.key < $1.key }.map(\.value)
        return [available].compactMap(\.self) + refused + [pending].compactMap(\.self)
    }
}
