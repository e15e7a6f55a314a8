// What a reviewer has to know of a changed table: the links that it decides differently, and the lines that select no link
// and differ. A table without either is the same table in other words.

internal import Features
package import Routing

/// The difference between two tables.
package struct TableDifference {
    /// Lines of one block that differ.
    package struct LineChange: Equatable, Sendable {
        /// *Shape*: `feature Playback > action play`; empty outside of blocks.
        package let block: String
        /// Lines of the first table alone.
        package let removed: [String]
        /// Lines of the second table alone.
        package let added: [String]
        /// A link that leads to the action; nil where none is known, and for lines of no action.
        package let link: String?
    }

    /// One change.
    package struct Change: Sendable {
        /// What it is about.
        package enum Subject: Sendable {
            case links(TableChanges.Change)
            case lines(LineChange)
        }

        package let kind: ChangeKind
        package let subject: Subject
        /// Where the route is declared, in the second table or else in the first.
        package let place: LinePlace?
    }

    /// In the order of their kinds.
    package let changes: [Change]
    /// How many routes of both tables decide every link alike.
    package let equalRoutes: Int
    /// False if a link may be missing that the tables tell apart.
    package let isComplete: Bool

    /// Compares two tables.
    package init(from old: Ruleset, to new: Ruleset) {
        let links = TableChanges(from: old, to: new)
        let lines = (TableLines(of: old), TableLines(of: new))
        let byLinks = links.changes.map { change in
            Change(
                kind: change.kind, subject: .links(change),
                place: change.route.flatMap { lines.1.routes[$0] ?? lines.0.routes[$0] })
        }
        // A condition that a link shows needs no line.
        let shown = Set(links.changes.flatMap { $0.removed + $0.added }.map { $0.prefix(before: " in ") })
        let byLines = Set(lines.0.blocks.keys).union(lines.1.blocks.keys).sorted().compactMap { block -> Change? in
            let known = (lines.0.blocks[block] ?? [], lines.1.blocks[block] ?? [])
            let change = Self.change(in: block, known.0, known.1, besides: shown) {
                new.link(to: block) ?? old.link(to: block)
            }
            return change.map {
                Change(kind: block.action == nil ? .lines : .performs, subject: .lines($0), place: nil)
            }
        }
        changes = byLinks + byLines.filter { $0.kind == .performs } + byLines.filter { $0.kind == .lines }
        (equalRoutes, isComplete) = (links.equalRoutes, links.isComplete)
    }

    private static func change(
        in block: TableLines.Block, _ old: [String], _ new: [String], besides shown: Set<String>,
        link: () -> String?
    ) -> LineChange? {
        func without(_ others: [String], _ lines: [String]) -> [String] {
            var counts = Dictionary(others.map { ($0, 1) }, uniquingKeysWith: +)
            return lines.filter { line in
                guard let count = counts[line], count > 0 else { return true }
                counts[line] = count - 1
                return false
            }
        }
        var (removed, added) = (without(new, old), without(old, new))
        if removed.isEmpty, added.isEmpty {
            // The first rewrite that fits a link is the one.
            let rewrites = (old.filter { $0.hasPrefix("rewrite ") }, new.filter { $0.hasPrefix("rewrite ") })
            guard rewrites.0 != rewrites.1 else { return nil }
            (removed, added) = rewrites
        }
        func isNews(_ line: String) -> Bool { !shown.contains(line) }
        (removed, added) = (removed.filter(isNews), added.filter(isNews))
        guard !removed.isEmpty || !added.isEmpty else { return nil }
        return LineChange(block: block.path, removed: removed, added: added, link: block.action.flatMap { _ in link() })
    }
}

extension Ruleset {
    /// A link that leads to the action of a block.
    fileprivate func link(to block: TableLines.Block) -> String? {
        guard let feature = block.feature, let action = block.action else { return nil }
        let route = routes.first { self.action(of: $0).name == action && featurePath(of: $0) == feature }
        return route.flatMap { exampleLink(of: $0) }
    }
}

extension String {
    /// The text up to another one; the whole where it has none.
    fileprivate func prefix(before text: String) -> String {
        firstRange(of: text).map { String(self[..<$0.lowerBound]) } ?? self
    }
}
