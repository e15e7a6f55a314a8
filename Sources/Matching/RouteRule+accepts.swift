// The definition of acceptance, in the plainest way: segment by segment, key by key. It is what witnesses are proven
// with; links are matched by the index.

internal import Links

extension RouteRule {
    /// Whether the route by itself accepts the link: path, `except` and what selects in its query.
    ///
    /// Scopes aside.
    func accepts(_ link: Link) -> Bool {
        Self.accepts(link, pattern.atoms, fewest: pattern.tail == nil ? 0 : 1, isOpen: pattern.tail != nil)
            && !excepts.contains { Self.accepts(link, $0.atoms, fewest: 0, isOpen: $0.coversBelow) }
            && acceptsQuery(of: link)
    }

    private static func accepts(_ link: Link, _ atoms: [Atom], fewest: Int, isOpen: Bool) -> Bool {
        let rest = link.segmentCount - atoms.count
        guard isOpen ? rest >= fewest : rest == 0 else { return false }
        return atoms.indices.allSatisfy { index in
            atoms[index].accepts(link.bytes.span.extracting(link.segment(index).indices))
        }
    }

    private func acceptsQuery(of link: Link) -> Bool {
        let items = (0..<link.queryItemCount).map { link.queryItem($0) }
        for condition in query where condition.isRequired {
            let found = items.filter { $0.keyBreach == nil && link.text($0.key) == condition.key }
            guard found.count == 1, found[0].valueBreach == nil,
                condition.language.accepts(link.bytes.span.extracting(found[0].value.indices))
            else { return false }
        }
        guard isStrict else { return true }
        return items.allSatisfy { item in
            item.keyBreach == nil && query.contains { $0.key == link.text(item.key) }
        }
    }
}
