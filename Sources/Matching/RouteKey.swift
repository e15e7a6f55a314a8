/// A route's path and query in the form that is compared: everything precedence looks at, except `except`.
struct RouteKey {
    let path: PathKey
    let query: QueryKey

    init(_ rule: RouteRule, _ table: inout AtomTable) {
        path = PathKey(rule.pattern, &table)
        query = QueryKey(rule.query, isStrict: rule.isStrict, &table)
    }

    /// How the links of this route lie to the links of `other`, in one entry.
    func relation(to other: RouteKey, _ table: inout AtomTable) -> Relation {
        let path = path.relation(to: other.path, &table)
        return path == .disjoint ? .disjoint : path.combined(with: query.relation(to: other.query, &table))
    }
}

extension RouteRule {
    /// How the links of this route lie to those of `other`, both within one entry and without their `except` lines.
    ///
    /// For single questions; the check of a whole table interns its atoms and asks `RouteIndexBuilder`.
    package func relation(to other: RouteRule) -> Relation {
        var table = AtomTable()
        let left = RouteKey(self, &table)
        let right = RouteKey(other, &table)
        return left.relation(to: right, &table)
    }
}

extension Pattern {
    /// How the paths of this pattern lie to those of `other`.
    package func relation(to other: Pattern) -> Relation {
        var table = AtomTable()
        let left = PathKey(self, &table)
        let right = PathKey(other, &table)
        return left.relation(to: right, &table)
    }
}

extension Language {
    /// How the texts of this language lie to those of `other`: the fit of a route's parameter in an action's input.
    package func relation(to other: Language) -> Relation {
        AtomShape(language: self).relation(to: AtomShape(language: other)).relation
    }
}
