// Finds a witness: a link that two routes both accept, outside every `except` of either.
//
// For each position a few texts that both accept are tried in all combinations, up to a limit. A combination that no
// `except` covers is written as a URL and parsed like any link. It is reported only if both routes accept the parsed
// link. If the texts of every position are listed and every combination is covered, the routes are disjoint. If no
// witness is found otherwise, they are reported as overlapping without proof.

internal import Links

/// The result of the search for a link that two routes both accept.
package enum CommonLink: Equatable {
    case link(String)
    /// The `except` lines leave no common link.
    case disjoint
    case notProven
}

extension RouteStore {
    private static let combinationLimit = 4096

    /// Finds a link of `entry` that both rules accept; their paths and queries intersect.
    ///
    /// The link has values that the optional keys of both accept, too, if there are any: an action may take it.
    /// - Parameter besides: paths that are excluded besides those of the rules.
    mutating func witness(
        _ left: Int, _ right: Int, entry: ScopeEntry, _ scopes: ScopeDeclarations, besides: [RoutePath] = []
    ) -> CommonLink {
        let exclusions = excepts(left) + (left == right ? [] : excepts(right)) + besides
        let common = CommonPaths(
            routes[left].path, routes[right].path, fillers: fillers(left, right),
            exclusionCount: exclusions.count, self)
        for exclusion in exclusions where common.isCovered(by: exclusion, &self) { return .disjoint }
        let items = queryItems(left, right)
        var isAnyOutside = false
        for path in common.combinations(limit: Self.combinationLimit)
        where !exclusions.contains(where: { covers($0, path) }) {
            isAnyOutside = true
            if let url = proven(left, right, path, items, entry, scopes) { return .link(url) }
        }
        return !isAnyOutside && common.isComplete(limit: Self.combinationLimit) ? .disjoint : .notProven
    }

    private func covers(_ exclusion: RoutePath, _ path: [[UInt8]]) -> Bool {
        guard exclusion.isOpen ? path.count >= exclusion.count : path.count == exclusion.count else { return false }
        return zip(exclusion.atoms, path).allSatisfy { atoms.accepts(pathAtoms[$0], $1.span) }
    }

    /// For each position the name of the capture there, which makes the most readable text.
    private func fillers(_ left: Int, _ right: Int) -> [[UInt8]] {
        let (first, second) = nameOrder(left, right) <= 0 ? (left, right) : (right, left)
        let count = max(routes[left].path.count, routes[right].path.count)
        var fillers = Array(repeating: [UInt8(ascii: "x")], count: count)
        for route in [second, first] {
            for capture in captures.captures(routes[route].path.captureList)
            where capture.position < count && capture.value == .text(.string) {
                let name = Array(capture.name.utf8)
                // Only a name that needs no escaping in a URL.
                if Language.slug.accepts(name.span) { fillers[capture.position] = name }
            }
        }
        return fillers
    }

    /// The required keys of both, each with a value that both accept, sorted by key.
    private func queryItems(_ left: Int, _ right: Int) -> [LinkBuilder.Item] {
        let mine = queries.required[query(left).required]
        let onlyTheirs = queries.required[query(right).required].filter { line in
            !mine.contains { $0.key == line.key }
        }
        let items = mine.map { item($0, with: query(right)) } + onlyTheirs.map { item($0, with: query(left)) }
        return items.sorted { $0.key < $1.key }
    }

    /// A required key with a value that the other query accepts, too, even where the key is optional there.
    private func item(_ line: QueryTable.Line, with other: QueryTable.Query) -> LinkBuilder.Item {
        let its = queries.lines[other.lines].first { $0.key == line.key }
        // A value that an optional key does not accept still selects both routes.
        let value = its.flatMap { atoms.witness(line.atom, $0.atom) } ?? atoms.witness(line.atom, line.atom)
        return LinkBuilder.Item(key: queries.keys.string(of: Int(line.key)), value: ByteText.string(value ?? []))
    }

    private func proven(
        _ left: Int, _ right: Int, _ path: [[UInt8]], _ items: [LinkBuilder.Item], _ entry: ScopeEntry,
        _ scopes: ScopeDeclarations
    ) -> String? {
        // The given entry comes first; of several shared entries, only another one may have a scope for a URL.
        let others = self.entries(right)
        let entries = [entry] + self.entries(left).filter { $0 != entry && others.contains($0) }
        for scope in entries.flatMap(scopes.scopes(of:)) {
            guard let url = WitnessURL.text(scope: scope, path: path, items: items, scopes),
                let link = try? Link.parse(url, separators: scopes.separators), accepts(left, link),
                accepts(right, link)
            else { continue }
            return url
        }
        return nil
    }
}
