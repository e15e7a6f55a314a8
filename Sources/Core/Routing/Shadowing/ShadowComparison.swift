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

    private var verdicts: VerdictComparison
    private let nowMs: () -> Int64
    private var report = ShadowReport()
    private var numbers: [Kind: Int] = [:]

    private var table: Ruleset { verdicts.table }
    private var other: Ruleset { verdicts.other }

    private init(_ table: Ruleset, _ other: Ruleset, nowMs: @escaping () -> Int64) {
        (verdicts, self.nowMs) = (VerdictComparison(table, other), nowMs)
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
        last.verdicts.replace(table, other)
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
        guard let inputs = verdicts.difference(now, then) else { return }
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
