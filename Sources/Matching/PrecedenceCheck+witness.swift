// Witnesses: a link that two routes both accept, outside every `except` of either.
//
// Per position a few texts that both accept are tried in all combinations, up to a cap. A combination that no `except`
// covers is written out as a URL, parsed like any link, and only printed if both routes accept what the parser made of
// it. Where every position is listed and every combination is covered, the routes do not meet after all; where nothing
// is found otherwise, they are reported as overlapping without proof.

internal import Links

extension PrecedenceCheck {
    /// What the search for a witness found.
    enum Witness: Equatable {
        /// A link that both accept.
        case link(String)
        /// The `except` lines leave nothing in common.
        case disjoint
        case notProven
    }

    private static let combinationLimit = 4096

    /// Searches a link of `entry` that both rules accept; their paths and queries are known to meet.
    func witness(_ left: Int, _ right: Int, entry: ScopeEntry) -> Witness {
        let exclusions = excepts[left] + excepts[right]
        let common = CommonPaths(
            keys[left].path, keys[right].path, fillers: fillers(left, right), exclusionCount: exclusions.count, table)
        if exclusions.contains(where: { common.isCovered(by: $0, &table) }) { return .disjoint }
        let items = queryItems(left, right)
        var isAnyOutside = false
        for path in common.combinations(limit: Self.combinationLimit)
        where !exclusions.contains(where: { covers($0, path) }) {
            isAnyOutside = true
            if let url = proven(left, right, path, items, entry) { return .link(url) }
        }
        return !isAnyOutside && common.isComplete(limit: Self.combinationLimit) ? .disjoint : .notProven
    }

    private func covers(_ exclusion: PathKey, _ path: [[UInt8]]) -> Bool {
        guard exclusion.isOpen ? path.count >= exclusion.atoms.count : path.count == exclusion.atoms.count else {
            return false
        }
        return zip(exclusion.atoms, path).allSatisfy { table[$0].accepts($1.span) }
    }

    /// Per position the names of the captures there, which make the most readable texts.
    private func fillers(_ left: Int, _ right: Int) -> [[UInt8]] {
        let names = [rules[left], rules[right]].sorted { $0.name < $1.name }.map { $0.pattern.atoms.map(\.captureName) }
        return (0..<max(names[0].count, names[1].count)).map { index in
            let name = names.lazy.compactMap { index < $0.count ? $0[index] : nil }.first
            return Array((name ?? "x").utf8)
        }
    }

    /// The required keys of both, each with a value that both accept, sorted.
    private func queryItems(_ left: Int, _ right: Int) -> [(key: String, value: [UInt8])] {
        var values: [String: [UInt8]] = [:]
        for mine in keys[left].query.required {
            let its = keys[right].query.required.first { $0.key == mine.key } ?? mine
            values[mine.key] = table.relation(mine.shape, its.shape).witness ?? []
        }
        for its in keys[right].query.required where values[its.key] == nil {
            values[its.key] = table.relation(its.shape, its.shape).witness ?? []
        }
        return values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private func proven(
        _ left: Int, _ right: Int, _ path: [[UInt8]], _ items: [(key: String, value: [UInt8])], _ entry: ScopeEntry
    ) -> String? {
        // The entry at hand first; routes that share several may have a scope to show in another only.
        let entries = [entry] + rules[left].entries.filter { $0 != entry && rules[right].entries.contains($0) }
        for scope in entries.flatMap(scopes.scopes(of:)) {
            guard let url = WitnessURL.text(scope: scope, path: path, items: items, scopes) else { continue }
            guard let link = try? Link.parse(url) else { continue }
            if rules[left].accepts(link) && rules[right].accepts(link) { return url }
        }
        return nil
    }
}

extension Atom {
    /// The name of the capture, if it can stand in a URL as it is.
    fileprivate var captureName: String? {
        guard case .capture(let name, .string) = core, Language.slug.accepts(Array(name.utf8).span) else { return nil }
        return name
    }
}
