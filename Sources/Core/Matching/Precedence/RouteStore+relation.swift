// The relation of two routes, from the relations of their paths and of their queries.
//
// Paths are compared exactly and segment by segment, because a pattern accepts a product of non-empty sets of texts.
// Two paths intersect if they can have the same length and every position intersects. One is inside the other if every
// position is. A tail takes one or more segments, so a path of n atoms and a tail has at least n + 1; the tail of an
// exclusion may also be empty.

extension RouteStore {
    /// The relation of the links of two routes, in one entry and without their `except` lines.
    mutating func relation(_ left: Int, _ right: Int) -> Relation {
        let path = relation(routes[left].path, routes[right].path)
        guard path != .disjoint else { return .disjoint }
        return path.combined(with: queries.relation(routes[left].query, routes[right].query, &atoms))
    }

    /// The relation of the segment lists of two paths; `known` is the relation of their atoms before `depth`.
    mutating func relation(
        _ a: RoutePath, _ b: RoutePath, from depth: Int = 0, known: Relation = .equal
    ) -> Relation {
        guard a.isOpen || a.count >= b.minimumCount, b.isOpen || b.count >= a.minimumCount else { return .disjoint }
        var relation = known
        for index in depth..<max(depth, min(a.count, b.count)) {
            let (left, right) = (atom(index, of: a), atom(index, of: b))
            if left != right {
                relation = relation.combined(with: atoms.relation(left, right))
                if relation == .disjoint { return .disjoint }
            }
        }
        return relation.combined(with: Self.lengthRelation(a, b))
    }

    // The relation by length of two paths that intersect; a tail accepts any text at the positions past its atoms.
    private static func lengthRelation(_ a: RoutePath, _ b: RoutePath) -> Relation {
        let inside = b.isOpen ? a.minimumCount >= b.minimumCount && a.count >= b.count : !a.isOpen
        let contains = a.isOpen ? b.minimumCount >= a.minimumCount && b.count >= a.count : !b.isOpen
        return Relation(inside: inside, contains: contains)
    }
}

extension RouteRule {
    /// The relation of the links of two routes, in one entry and without their `except` lines.
    ///
    /// For single comparisons; the check of a whole table interns its atoms, see `RouteIndexBuilder`.
    package func relation(to other: RouteRule) -> Relation {
        var store = RouteStore()
        return store.relation(store.add(self), store.add(other))
    }
}

extension Language {
    /// The relation of the texts of two types: decides if a route's parameter fits an action's input.
    package func relation(to other: Language) -> Relation {
        AtomShape(language: self).relation(to: AtomShape(language: other)).relation
    }

    /// A text of both types, for examples; nil if there is none.
    package func commonText(with other: Language) -> String? {
        AtomShape(language: self).relation(to: AtomShape(language: other)).witness.map(ByteText.string)
    }
}

extension RouteStore {
    /// Adds a route from its unpacked form.
    mutating func add(_ rule: RouteRule) -> Int {
        let path = path(of: rule.pattern)
        let (query, entries) = (intern(rule.query, absent: rule.absent, isStrict: rule.isStrict), intern(rule.entries))
        let number = add(
            name: Array(rule.name.utf8).span, path: path, position: rule.position, query: query, excepts: rule.excepts,
            entries: entries)
        setOver(rule.over, of: number)
        return number
    }
}
