/// The weight of a route by inclusion alone: a narrower route has the smaller weight.
///
/// *Shape*: paths of fixed length before tails, longer tails before shorter ones, then the sum of the atoms' weights,
/// then the query. Names break ties; they are not part of it.
struct RouteWeight: Hashable, Comparable {
    private let tail: Int
    private let atoms: Int
    private let query: [Int]

    init(_ route: RouteStore.Route, _ store: borrowing RouteStore) {
        tail = route.path.isOpen ? 1 << 16 - route.path.count : 0
        var sum = 0
        for index in route.path.atoms { sum += store.atoms.weight(of: store.pathAtoms[index]) }
        atoms = sum
        query = store.queries.weights[Int(route.query)]
    }

    static func < (left: RouteWeight, right: RouteWeight) -> Bool {
        if left.tail != right.tail { return left.tail < right.tail }
        if left.atoms != right.atoms { return left.atoms < right.atoms }
        return left.query.lexicographicallyPrecedes(right.query)
    }
}
