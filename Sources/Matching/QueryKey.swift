// The relation of two routes' queries.
//
// Only required keys and `strict` select a route. Two queries meet if every key that both require has a common value
// and neither, being strict, leaves the other's required keys undeclared. The first is inside the second if it requires
// at least the same keys with values at least as narrow and, where the second is strict, is strict itself without
// declaring more. A key that is only optional and that the second, strict, does not declare keeps the first from being
// inside.

/// What a route's query selects, in the form that is compared.
struct QueryKey: Equatable {
    /// One required key with the interned shape of its values.
    struct Required: Equatable {
        let key: String
        let shape: AtomTable.ID
    }

    /// Sorted by key.
    let required: [Required]
    /// Every key the route names.
    let declared: Set<String>
    let isStrict: Bool

    init(_ conditions: [QueryCondition], isStrict: Bool, _ table: inout AtomTable) {
        var required: [Required] = []
        for condition in conditions {
            // Optional ones too, because the index checks their values by the number of their shape.
            let shape = table.intern(AtomShape(language: condition.language))
            if condition.isRequired { required.append(Required(key: condition.key, shape: shape)) }
        }
        self.required = required.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        declared = Set(conditions.map(\.key))
        self.isStrict = isStrict
    }

    /// Whether every query is accepted.
    var acceptsEverything: Bool { required.isEmpty && !isStrict }

    /// How the queries that this one accepts lie to those that `other` accepts.
    func relation(to other: QueryKey, _ table: inout AtomTable) -> Relation {
        if acceptsEverything && other.acceptsEverything { return .equal }
        if isStrict && !other.required.allSatisfy({ declared.contains($0.key) }) { return .disjoint }
        if other.isStrict && !required.allSatisfy({ other.declared.contains($0.key) }) { return .disjoint }
        var inside = !other.isStrict || (isStrict && declared.isSubset(of: other.declared))
        var contains = !isStrict || (other.isStrict && other.declared.isSubset(of: declared))
        var shared = 0
        for mine in required {
            guard let its = other.required.first(where: { $0.key == mine.key }) else { continue }
            shared += 1
            let relation = table.relation(mine.shape, its.shape).relation
            if relation == .disjoint { return .disjoint }
            inside = inside && relation.isInsideOrEqual
            contains = contains && relation.containsOrEqual
        }
        // A key that only one side requires narrows that side.
        return Relation(
            inside: inside && shared == other.required.count, contains: contains && shared == required.count)
    }
}
