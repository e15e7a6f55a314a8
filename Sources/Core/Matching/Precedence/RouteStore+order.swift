// The order of routes by weight: the order of precedence without `over` lines. Most routes of a large table have equal
// weights, so only the distinct weights are sorted.

extension RouteStore {
    /// Sets the weights of all atoms and queries, once every route is added.
    mutating func weigh() {
        atoms.weigh()
        queries.weigh(atoms)
    }

    /// True if the weights, or else the names, put the first rule before the second.
    func isBefore(_ left: Int, _ right: Int) -> Bool {
        let mine = RouteWeight(routes[left], self)
        let its = RouteWeight(routes[right], self)
        return mine == its ? nameOrder(left, right) < 0 : mine < its
    }

    /// The routes in order of weight, then of name.
    func orderByWeight() -> [UInt32] {
        var numbers = Numbering<RouteWeight>()
        var weights: [RouteWeight] = []
        var ofRoute: [UInt32] = []
        ofRoute.reserveCapacity(routes.count)
        for route in routes {
            let weight = RouteWeight(route, self)
            let number = numbers.number(of: weight)
            if number == weights.count { weights.append(weight) }
            ofRoute.append(UInt32(truncatingIfNeeded: number))
        }
        let (starts, routes) = Self.grouped(ofRoute, count: weights.count)
        var order: [UInt32] = []
        order.reserveCapacity(routes.count)
        for number in weights.indices.sorted(by: { weights[$0] < weights[$1] }) {
            var equal = routes[starts[number]..<starts[number + 1]]
            NameSort.sort(&equal, self)
            order += equal
        }
        return order
    }

    /// The routes sorted by their set of entries, and the start of each set.
    func routesBySet() -> (starts: [Int], routes: [UInt32]) {
        Self.grouped(routes.map(\.entries), count: entrySets.count)
    }

    /// The routes sorted by their group, one of `count`, and the start of each group.
    private static func grouped(_ groups: [UInt32], count: Int) -> (starts: [Int], routes: [UInt32]) {
        var starts = Array(repeating: 0, count: count + 1)
        for group in groups { starts[Int(group) + 1] += 1 }
        for group in 0..<count { starts[group + 1] += starts[group] }
        var next = starts
        var sorted = Array(repeating: UInt32(0), count: groups.count)
        for (route, group) in groups.enumerated() {
            sorted[next[Int(group)]] = UInt32(truncatingIfNeeded: route)
            next[Int(group)] += 1
        }
        return (starts, sorted)
    }

    /// An entry that two rules share.
    func sharedEntry(_ left: Int, _ right: Int) -> ScopeEntry? {
        let others = entries(right)
        return entries(left).first { others.contains($0) }
    }

    /// True if the first rule has an `over` for the second.
    func isOver(_ left: Int, _ right: Int) -> Bool {
        routes[left].hasOver && overs(left).contains(right)
    }
}
