// The relation of two routes: of their paths and of their queries.
//
// Paths exactly and segment by segment, because a pattern accepts a product of non-empty sets of texts: two paths meet if
// they can be equally long and every position meets; one is inside the other if every position is. A tail takes one or
// more entries of the list, so a path of n atoms and a tail is at least n + 1 long; in an exclusion the tail takes none too.

extension RouteStore {
    /// How the links of one route lie to the links of another, in one entry and without their `except` lines.
    mutating func relation(_ left: Int, _ right: Int) -> Relation {
        let path = relation(routes[left].path, routes[right].path)
        guard path != .disjoint else { return .disjoint }
        return path.combined(with: queries.relation(routes[left].query, routes[right].query, &atoms))
    }

    /// How the lists of two paths lie to each other, where the atoms before `depth` are known to lie as `known`.
    mutating func relation(
        _ a: RoutePath, _ b: RoutePath, from depth: Int = 0, known: Relation = .equal
    ) -> Relation {
        guard a.isOpen || a.count >= b.minimumCount, b.isOpen || b.count >= a.minimumCount else { return .disjoint }
        var relation = known
        var index = depth
        while index < min(a.count, b.count) {
            let (left, right) = (pathAtoms[Int(a.start) + index], pathAtoms[Int(b.start) + index])
            if left != right {
                relation = relation.combined(with: atoms.relation(left, right))
                if relation == .disjoint { return .disjoint }
            }
            index += 1
        }
        return relation.combined(with: Self.lengthRelation(a, b))
    }

    // What the lengths add, once the paths are known to meet: the positions past the other's atoms are arbitrary there.
    private static func lengthRelation(_ a: RoutePath, _ b: RoutePath) -> Relation {
        let inside = b.isOpen ? a.minimumCount >= b.minimumCount && a.count >= b.count : !a.isOpen
        let contains = a.isOpen ? b.minimumCount >= a.minimumCount && b.count >= a.count : !b.isOpen
        return Relation(inside: inside, contains: contains)
    }
}

extension RouteRule {
    /// How the links of this route lie to those of `other`, both within one entry and without their `except` lines.
    ///
    /// For single questions; the check of a whole table interns its atoms and asks `RouteIndexBuilder`.
    package func relation(to other: RouteRule) -> Relation {
        var store = RouteStore()
        return store.relation(store.add(self), store.add(other))
    }
}

extension Pattern {
    /// How the paths of this pattern lie to those of `other`.
    package func relation(to other: Pattern) -> Relation {
        var store = RouteStore()
        let (left, right) = (store.path(of: self), store.path(of: other))
        return store.relation(left, right)
    }
}

extension Language {
    /// How the texts of this language lie to those of `other`: the fit of a route's parameter in an action's input.
    package func relation(to other: Language) -> Relation {
        AtomShape(language: self).relation(to: AtomShape(language: other)).relation
    }
}

extension RouteStore {
    /// Adds a route in the form that is written by hand.
    mutating func add(_ rule: RouteRule) -> Int {
        let path = path(of: rule.pattern)
        let (query, entries) = (intern(rule.query, isStrict: rule.isStrict), intern(rule.entries))
        let number = add(
            name: Array(rule.name.utf8).span, path: path, query: query, excepts: rule.excepts, entries: entries)
        setOver(rule.over, of: number)
        return number
    }
}
