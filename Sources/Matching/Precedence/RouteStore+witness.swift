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
    mutating func witness(_ left: Int, _ right: Int, entry: ScopeEntry, _ scopes: ScopeDeclarations) -> CommonLink {
        let exclusions = excepts(left) + excepts(right)
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
        let theirs = queries.required[query(right).required]
        let onlyTheirs = theirs.filter { line in !mine.contains { $0.key == line.key } }
        return (mine + onlyTheirs).map { line in
            let its = theirs.first { $0.key == line.key } ?? line
            return LinkBuilder.Item(
                key: queries.keys.string(of: Int(line.key)),
                value: ByteText.string(atoms.witness(line.atom, its.atom) ?? []))
        }.sorted { $0.key < $1.key }
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
                let link = try? Link.parse(url), accepts(left, link), accepts(right, link)
            else { continue }
            return url
        }
        return nil
    }
}
