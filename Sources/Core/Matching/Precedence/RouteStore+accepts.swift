// The definition of acceptance in its simplest form: segment by segment, key by key. Witnesses are proven with it;
// links are matched by the index.

internal import Links

extension RouteStore {
    /// True if a route by itself accepts the link: by its path, its `except` lines and its query.
    ///
    /// Scopes are not tested.
    func accepts(_ route: Int, _ link: borrowing Link) -> Bool {
        guard accepts(routes[route].path, link) else { return false }
        for except in excepts(route) where accepts(except, link) { return false }
        return acceptsQuery(query(route), link)
    }

    private func accepts(_ path: RoutePath, _ link: borrowing Link) -> Bool {
        let count = link.segmentCount
        guard path.isOpen ? count >= path.minimumCount : count == path.count else { return false }
        return (0..<path.count).allSatisfy { index in
            atoms.accepts(atom(index, of: path), link.bytes.span.extracting(link.segment(index).indices))
        }
    }

    private func acceptsQuery(_ query: QueryTable.Query, _ link: borrowing Link) -> Bool {
        for line in queries.required[query.required] {
            var found = 0
            for index in 0..<link.queryItemCount where key(of: link.queryItem(index), link) == line.key {
                let item = link.queryItem(index)
                found += 1
                guard item.valueBreach == nil,
                    atoms.accepts(line.atom, link.bytes.span.extracting(item.value.indices))
                else { return false }
            }
            guard found == 1 else { return false }
        }
        for index in 0..<link.queryItemCount where !query.absent.isEmpty {
            if let key = key(of: link.queryItem(index), link), queries.forbids(query, key) { return false }
        }
        guard query.isStrict else { return true }
        for index in 0..<link.queryItemCount {
            guard let key = key(of: link.queryItem(index), link), queries.declared[query.declared].contains(key) else {
                return false
            }
        }
        return true
    }

    /// The number of an item's key; nil for a key that no route of the table has.
    private func key(of item: QueryItem, _ link: borrowing Link) -> Int32? {
        guard item.keyBreach == nil else { return nil }
        return queries.keys.number(of: link.bytes.span, item.key.indices).map { Int32(truncatingIfNeeded: $0) }
    }
}
