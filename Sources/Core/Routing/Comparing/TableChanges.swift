// What a table makes of links, compared with what another one makes of them. Both decide the links that they can tell apart
// (LinkCells), and the ways in which they differ are sorted by what they mean:
//
//     widened      episode   podcast://episodes/x   rejected.input.invalid → Playback.play
//     retargeted   lists     podcast://lists/x      Lists.open → Lists.show
//     gated        radio     podcast://radio        + require purchase premium

package import Contract
import Features
import Links
import Matching

/// The links that two tables decide differently.
///
/// *Cost*: of the links that stand for all others, what both tables take to decide them; none where no line about links
/// differs.
package struct TableChanges {
    /// One way in which links are decided differently.
    package struct Change: Sendable {
        package let kind: ChangeKind
        /// The route that it is about; nil for links that neither table takes.
        package let route: String?
        /// A link that is decided so.
        package let link: String
        package let before: ShadowedDestination
        package let after: ShadowedDestination
        /// The inputs whose values differ.
        package let inputs: [String]

        /// The conditions that the first table alone asks for; none where the second one refuses the link.
        package var removed: [String] {
            after.isTaken ? before.conditions.filter { !after.conditions.contains($0) } : []
        }
        /// The conditions that the second table alone asks for.
        package var added: [String] {
            after.isTaken ? after.conditions.filter { !before.isTaken || !before.conditions.contains($0) } : []
        }
    }

    /// What tells two ways apart.
    private struct Way: Hashable {
        let now: ShadowDestination
        let then: ShadowDestination
        let inputs: [String]
    }

    /// In the order of their kinds, then of their routes.
    package let changes: [Change]
    /// How many routes of both tables decide every link alike.
    package let equalRoutes: Int
    /// False if a link may be missing that the tables tell apart.
    package let isComplete: Bool

    /// Compares two tables.
    package init(from old: Ruleset, to new: Ruleset) {
        var verdicts = VerdictComparison(old, new)
        var cells = LinkCells(LinkCells.Table(old), LinkCells.Table(new))
        var links: [Way: String] = [:]
        cells.forEach { link in
            let bytes = Array(link.utf8)
            let (now, then) = (TableVerdict.of(old, on: bytes.span), TableVerdict.of(new, on: bytes.span))
            guard let inputs = verdicts.difference(now, then) else { return }
            let way = Way(now: ShadowDestination(now, in: old), then: ShadowDestination(then, in: new), inputs: inputs)
            guard let known = links[way] else { return links[way] = link }
            if link.utf8.count < known.utf8.count { links[way] = link }
        }
        let names = (Set(old.routes.map(\.name)), Set(new.routes.map(\.name)))
        changes = links.map { way, link in
            let (before, after) = (way.now.report(in: old), way.then.report(in: new))
            let (kind, route) = Self.meaning(before, after, way.inputs, names)
            return Change(
                kind: kind, route: route, link: link, before: before, after: after, inputs: way.inputs)
        }.sorted { $0.place < $1.place }
        let touched = Set(changes.flatMap { [$0.before.route, $0.after.route] }.compactMap(\.self))
        equalRoutes = names.0.intersection(names.1).subtracting(touched).count
        isComplete = cells.isComplete
    }

    private static func meaning(
        _ before: ShadowedDestination, _ after: ShadowedDestination, _ inputs: [String],
        _ names: (Set<String>, Set<String>)
    ) -> (ChangeKind, route: String?) {
        switch (before.isTaken, after.isTaken) {
        case (false, false): return (.refused, before.route ?? after.route)
        case (false, true): return (after.route.map(names.0.contains) ?? true ? .widened : .new, after.route)
        case (true, false): return (before.route.map(names.1.contains) ?? true ? .narrowed : .gone, before.route)
        case (true, true):
            let route = after.route ?? before.route
            if before.action != after.action { return (.retargeted, route) }
            if before.conditions != after.conditions {
                return (Set(after.conditions).isStrictSubset(of: before.conditions) ? .opened : .gated, route)
            }
            return (inputs.isEmpty ? .renamed : .inputs, route)
        }
    }
}

extension TableChanges.Change {
    /// Its place in a report.
    fileprivate var place: (Int, String, Int, String) {
        (ChangeKind.allCases.firstIndex(of: kind) ?? 0, route ?? "", link.utf8.count, link)
    }
}

extension ShadowedDestination {
    /// True if an action is performed, or the link is handed on.
    fileprivate var isTaken: Bool { code == nil || code == OutcomeCode.okUnmatched.rawValue }
}
