// Shadow mode: the table in force decides a link, and a second table decides the same text; nothing else of it is done. What
// differs is counted by kind:
//
//     links  changed  now                    then                         example
//        12  route    lists Podcasts.open    favourites Podcasts.open     podcast://lists/rock
//         3  code     lists Podcasts.open    rejected.route.notFound      podcast://lists/old/7
//
// The second table is asked for no fact, since facts that it alone needs have no source. So the conditions of the two
// features are compared as the tables write them, and not by whether they are met.

package import Contract
import Features
import Links
import Matching

/// Counts how a second table would decide the links that one decides.
///
/// *Limits*: `Limits.shadowKinds`. *Cost*: of one link what the second table takes to find its route and inputs. *Owner*: one
/// thread.
package final class ShadowComparison {
    /// Links that differ in the same way.
    private struct Kind: Hashable {
        let now: ShadowDestination
        let then: ShadowDestination
        /// The inputs whose values differ.
        var inputs: [String] = []
    }

    /// What is known of two routes that take one link.
    private struct Pair {
        var (now, then) = (-1, -1)
        /// True if name, action and conditions are the same.
        var isSame = false
        /// True if the actions have the same inputs, so that equal texts are equal values.
        var hasSameInputs = false
    }

    private var table: Ruleset
    private var other: Ruleset
    private let nowMs: () -> Int64
    private var report = ShadowReport()
    private var numbers: [Kind: Int] = [:]
    /// The last pairs of routes, each at the place that its numbers say.
    private var pairs = [Pair](repeating: Pair(), count: 1 << 10)
    /// The conditions of features of both tables that were asked for.
    private var conditions: (now: [Int: [String]], then: [Int: [String]]) = ([:], [:])

    private init(_ table: Ruleset, _ other: Ruleset, nowMs: @escaping () -> Int64) {
        (self.table, self.other, self.nowMs) = (table, other, nowMs)
        report.tableRevision = other.revision
        report.sinceMs = nowMs()
    }

    /// What compares the links of a table: the same as before while no text of either table changes; nil where there is no
    /// second one.
    package static func of(
        _ table: Ruleset, after last: ShadowComparison?, nowMs: @escaping () -> Int64
    ) -> ShadowComparison? {
        guard let other = table.shadow?.ruleset else { return nil }
        guard let last, last.table.revision == table.revision else {
            return ShadowComparison(table, other, nowMs: nowMs)
        }
        (last.table, last.other) = (table, other)
        return last
    }

    /// What was counted, the most frequent kinds first.
    package func counted(in file: String) -> ShadowReport {
        report.with {
            $0.file = file
            $0.kinds = $0.differences.count
            $0.differences.sort { $0.links > $1.links }
        }
    }

    // MARK: Links

    /// Compares a link that the table has taken up to the gate.
    ///
    /// - Parameters:
    ///   - url: as the table decided it.
    ///   - sent: the link before lines `rewrite` made another one of it.
    package func compare(_ url: Span<UInt8>, sent: Span<UInt8>, _ passage: borrowing Passage) {
        switch passage {
        case .cleared(let link):
            if let route = link.route {
                count(.routed(row: route.row, link.proof.inputs), verdict(on: sent), url, sent)
            } else if link.unmatchedURL != nil {
                count(.unmatched, verdict(on: sent), url, sent)
            }
        case .stopped(let stop):
            // While the intake is off, no table looks at the link.
            guard stop.outcome.feature != DeepLinkingFeature.name else { return }
            count(.of(table, on: url), verdict(on: sent), url, sent)
        }
    }

    /// Where the second table sends a link.
    private func verdict(on sent: Span<UInt8>) -> TableVerdict {
        guard !other.rewrites.isEmpty else { return .of(other, on: sent) }
        let url = rewritten(sent).utf8
        return .of(other, on: url.span)
    }

    /// What the patterns of the second table make of a link.
    private func rewritten(_ sent: Span<UInt8>) -> String {
        let text = Self.text(sent)
        return other.rewrites.rewritten(text)?.url ?? text
    }

    private static func text(_ bytes: Span<UInt8>) -> String {
        String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
    }

    private func count(_ now: TableVerdict, _ then: TableVerdict, _ url: Span<UInt8>, _ sent: Span<UInt8>) {
        report.links += 1
        var inputs: [String] = []
        switch (now, then) {
        case (.routed(let row, let values), .routed(let otherRow, let others)):
            let pair = pair(row, otherRow)
            inputs = names(values, others, pair)
            if pair.isSame, inputs.isEmpty { return }
        case (.unmatched, .unmatched):
            guard let binding = table.unmatched?.binding, let other = other.unmatched?.binding,
                !haveSameConditions(binding.feature, other.feature)
            else { return }
        case (.rejected(let code, let row), .rejected(let otherCode, let otherRow)):
            let names = (row.map { table.routes[row: $0].name }, otherRow.map { other.routes[row: $0].name })
            if code == otherCode, names.0 == names.1 { return }
        case (.routed, _), (.unmatched, _), (.rejected, _): break
        }
        let kind = Kind(
            now: ShadowDestination(now, in: table), then: ShadowDestination(then, in: other), inputs: inputs)
        count(kind, url, sent)
    }

    private func count(_ kind: Kind, _ url: Span<UInt8>, _ sent: Span<UInt8>) {
        report.differing += 1
        if let number = numbers[kind] {
            report.differences[number].links += 1
            report.differences[number].lastMs = nowMs()
        } else if numbers.count < Limits.shadowKinds {
            numbers[kind] = report.differences.count
            report.differences.append(difference(kind, example(Self.text(url), rewritten(sent))))
        } else {
            report.others += 1
        }
    }

    private func difference(_ kind: Kind, _ example: String?) -> ShadowDifference {
        let (now, then, ms) = (kind.now.report(in: table), kind.then.report(in: other), nowMs())
        var changed: [ShadowDifference.Change] = []
        if now.code != then.code {
            changed = [.code]
        } else {
            if now.route != then.route { changed.append(.route) }
            if now.action != then.action { changed.append(.action) }
            if !kind.inputs.isEmpty { changed.append(.inputs) }
            if now.conditions != then.conditions { changed.append(.conditions) }
        }
        return ShadowDifference {
            ($0.changed, $0.inputs, $0.links) = (changed, kind.inputs, 1)
            ($0.now, $0.then, $0.example) = (now, then, example)
            ($0.firstMs, $0.lastMs) = (ms, ms)
        }
    }

    /// A link as it may be shown: what either table calls secret is left out, and so is what one of them cannot take apart.
    private func example(_ url: String, _ rewritten: String) -> String? {
        let shown = [TableVerdict.shownURL(of: url, in: table), TableVerdict.shownURL(of: rewritten, in: other)]
        guard let text = shown.compactMap(\.self).first(where: { $0.hasSuffix(":***") }) ?? shown[0] ?? shown[1],
            let scheme = text.split(separator: ":").first
        else { return nil }
        let isWhole = !shown.contains(nil)
        return (isWhole ? text : scheme + ":***").shortened(to: Limits.shadowExampleBytes)
    }

    // MARK: Routes and inputs

    private func pair(_ row: Int, _ otherRow: Int) -> Pair {
        let place = (row &* 31 &+ otherRow) & (pairs.count - 1)
        let known = pairs[place]
        if known.now == row, known.then == otherRow { return known }
        let (now, then) = (table.routes[row: row], other.routes[row: otherRow])
        let (action, otherAction) = (table.action(of: now), other.action(of: then))
        let inputs = (action.inputs, otherAction.inputs)
        let pair = Pair(
            now: row, then: otherRow,
            isSame: now.name == then.name && action.name == otherAction.name
                && table.featurePath(of: now) == other.featurePath(of: then)
                && haveSameConditions(now.binding.feature, then.binding.feature),
            hasSameInputs: inputs.0.count == inputs.1.count
                && zip(inputs.0, inputs.1).allSatisfy { $0.name == $1.name && $0.type == $1.type })
        pairs[place] = pair
        return pair
    }

    private func haveSameConditions(_ feature: Int, _ otherFeature: Int) -> Bool {
        let now = conditions.now[feature] ?? table.catalogue.conditions(of: feature)
        let then = conditions.then[otherFeature] ?? other.catalogue.conditions(of: otherFeature)
        (conditions.now[feature], conditions.then[otherFeature]) = (now, then)
        return now == then
    }

    /// The names of the inputs whose values differ, or that only one of the actions gets.
    private func names(_ values: BoundInputs, _ others: BoundInputs, _ pair: Pair) -> [String] {
        let inputs = table.action(of: table.routes[row: pair.now]).inputs
        if pair.hasSameInputs, case .texts(let texts) = values, case .texts(let otherTexts) = others {
            guard !texts.isEqual(to: otherTexts) else { return [] }
            return inputs.indices.filter { !texts.isEqual(to: otherTexts, in: $0) }.map { inputs[$0].name }
        }
        let otherAction = other.action(of: other.routes[row: pair.then])
        let members = values.members(of: table.action(of: table.routes[row: pair.now]))
        let otherMembers = others.members(of: otherAction)
        if members == otherMembers { return [] }
        func value(_ name: String, _ members: [Value.Member]) -> Value? { members.first { $0.name == name }?.value }
        let more = otherAction.inputs.filter { other in !inputs.contains { $0.name == other.name } }
        return (inputs + more).map(\.name).filter { value($0, members) != value($0, otherMembers) }
    }
}

extension LinkTexts {
    /// True if the text of each input is the same.
    fileprivate func isEqual(to other: LinkTexts) -> Bool {
        guard count == other.count else { return false }
        for input in 0..<count where !isEqual(to: other, in: input) { return false }
        return true
    }

    /// True if the text of an input is the same; both have it.
    fileprivate func isEqual(to other: LinkTexts, in input: Int) -> Bool {
        bytes[range(of: input)] == other.bytes[other.range(of: input)]
    }
}

extension String {
    /// The text, cut to so many bytes where it is longer.
    fileprivate func shortened(to byteCount: Int) -> String {
        guard utf8.count > byteCount else { return self }
        var text = self
        while text.utf8.count > byteCount - 3 { text.unicodeScalars.removeLast() }
        return text + "…"
    }
}
