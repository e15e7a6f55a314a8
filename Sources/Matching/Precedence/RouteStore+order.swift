// The order of routes by weight: the order of precedence without `over` lines. Most routes of a large table have equal
// weights, so only the distinct weights are sorted.

extension RouteStore {
    /// True if the weights, or else the names, put the first rule before the second.
    func isBefore(_ left: Int, _ right: Int) -> Bool {
        let mine = RouteWeight(routes[left], self)
        let its = RouteWeight(routes[right], self)
        return mine == its ? nameOrder(left, right) < 0 : mine < its
    }

    /// The routes in order of weight, then of name.
    func orderByWeight() -> [UInt32] {
        var numbers: [RouteWeight: UInt32] = [:]
        var weights: [RouteWeight] = []
        var ofRoute: [UInt32] = []
        ofRoute.reserveCapacity(routes.count)
        for route in routes {
            let weight = RouteWeight(route, self)
            // Neighbouring routes of a table mostly have the same form.
            if let last = ofRoute.last, weights[Int(last)] == weight {
                ofRoute.append(last)
                continue
            }
            let number = numbers[weight] ?? UInt32(truncatingIfNeeded: weights.count)
            if Int(number) == weights.count {
                weights.append(weight)
                numbers[weight] = number
            }
            ofRoute.append(number)
        }
        return sorted(ofRoute, places: Self.places(of: weights))
    }

    /// The position of each weight in sorted order.
    private static func places(of weights: [RouteWeight]) -> [Int] {
        var places = Array(repeating: 0, count: weights.count)
        for (place, number) in weights.indices.sorted(by: { weights[$0] < weights[$1] }).enumerated() {
            places[number] = place
        }
        return places
    }

    /// The routes sorted by weight, then by name.
    private func sorted(_ weights: [UInt32], places: [Int]) -> [UInt32] {
        var starts = Array(repeating: 0, count: places.count + 1)
        for weight in weights { starts[places[Int(weight)] + 1] += 1 }
        for place in places.indices { starts[place + 1] += starts[place] }
        var next = starts
        var order = Array(repeating: UInt32(0), count: weights.count)
        for (route, weight) in weights.enumerated() {
            let place = places[Int(weight)]
            order[next[place]] = UInt32(truncatingIfNeeded: route)
            next[place] += 1
        }
        for place in places.indices { NameSort.sort(&order[starts[place]..<starts[place + 1]], self) }
        return order
    }

    /// The routes sorted by their set of entries, and the start of each set.
    func routesBySet() -> (starts: [Int], routes: [Int32]) {
        var starts = Array(repeating: 0, count: entrySets.count + 1)
        for route in routes { starts[Int(route.entries) + 1] += 1 }
        for index in 1..<max(starts.count, 1) { starts[index] += starts[index - 1] }
        var next = starts
        var sorted = Array(repeating: Int32(0), count: routes.count)
        for (number, route) in routes.enumerated() {
            sorted[next[Int(route.entries)]] = Int32(truncatingIfNeeded: number)
            next[Int(route.entries)] += 1
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
