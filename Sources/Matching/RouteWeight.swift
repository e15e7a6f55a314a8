/// The place of a route by inclusion alone: a narrower route has the smaller one.
///
/// Ties are broken by name.
struct RouteWeight: Comparable {
    private let numbers: [Int]
    private let name: String

    init(_ rule: RouteRule, _ key: RouteKey, _ table: AtomTable) {
        let hasTail = key.path.isOpen
        numbers = [
            hasTail ? 1 : 0,
            hasTail ? -key.path.atoms.count : 0,
            key.path.atoms.reduce(0) { $0 + table[$1].weight },
            key.query.isStrict ? 0 : 1,
            -key.query.required.count,
            key.query.required.reduce(0) { $0 + table[$1.shape].weight },
            key.query.declared.count,
        ]
        name = rule.name
    }

    /// Whether the numbers alone put the route before `other`.
    func isStrictlyBefore(_ other: RouteWeight) -> Bool { numbers.lexicographicallyPrecedes(other.numbers) }

    static func < (left: RouteWeight, right: RouteWeight) -> Bool {
        if left.numbers != right.numbers { return left.isStrictlyBefore(right) }
        return left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
    }
}
