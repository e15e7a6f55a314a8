// Gives each route a number that is consistent with inclusion and with every `over`.
//
// Inclusion needs no comparison of pairs: a tuple of numbers grows strictly with it (`RouteWeight`), so sorting by the
// tuple gives a topological order. Only `over` changes that order. It moves a route before one that the weights put
// first, and every route inside the moved one has to move with it. The sort below takes routes in weight order and,
// before each, the routes that must precede it. The routes inside a route are looked up only if it is moved.
//
// Most routes of a large table have equal weights, so only the distinct weights are sorted.

extension PrecedenceCheck {
    /// The rules in order of precedence, the winner first; cycles are reported and cut.
    mutating func precedence() -> [UInt32] {
        let base = orderByWeight()
        guard !store.overs.isEmpty else { return base }
        var sort = OverSort(base: base)
        for (number, others) in store.overs.sorted(by: { $0.key < $1.key }) {
            for other in others
            where store.routes.indices.contains(other)
                && !oversAgainstInclusion.contains(UInt64(number) << 32 | UInt64(other))
            {
                sort.require(number, before: other)
            }
        }
        guard sort.isNeeded else { return base }
        for rule in base { sort.take(Int(rule)) { routesInside($0) } }
        problems += sort.cycles.map { .overCycle($0) }
        return sort.order
    }

    /// True if the weights, or else the names, put the first rule before the second.
    func isBefore(_ left: Int, _ right: Int) -> Bool {
        let mine = RouteWeight(store.routes[left], store)
        let its = RouteWeight(store.routes[right], store)
        return mine == its ? store.nameOrder(left, right) < 0 : mine < its
    }

    private func orderByWeight() -> [UInt32] {
        var numbers: [RouteWeight: UInt32] = [:]
        var weights: [RouteWeight] = []
        var ofRoute: [UInt32] = []
        ofRoute.reserveCapacity(ruleCount)
        for route in store.routes {
            let weight = RouteWeight(route, store)
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
        for place in places.indices { NameSort.sort(&order[starts[place]..<starts[place + 1]], store) }
        return order
    }

    /// The rules of a common entry whose links are a proper subset of the links of `rule`.
    private mutating func routesInside(_ rule: Int) -> [Int] {
        var candidates: Set<Int32> = []
        for root in Set(store.entries(rule).compactMap { ruleRoots[$0] }) {
            collect(inside: store.routes[rule].path, at: root, depth: 0, &candidates)
        }
        return candidates.map { Int($0) }.filter { $0 != rule && store.relation($0, rule) == .inside }.sorted()
    }

    /// Adds every member at or below `target` that may be inside `path`.
    private mutating func collect(
        inside path: RoutePath, at target: RouteTrie.Target, depth: Int, _ found: inout Set<Int32>
    ) {
        guard target >= 0 else {
            found.insert(~target)
            return
        }
        if depth == path.count {
            if path.isOpen {
                trie.forEachMember(below: target) { found.insert($0) }
            } else {
                var cell = trie.nodes[Int(target)].firstEnd
                while cell >= 0 {
                    found.insert(trie.cells[Int(cell)].member)
                    cell = trie.cells[Int(cell)].next
                }
            }
            return
        }
        let wanted = store.pathAtoms[Int(path.start) + depth]
        if AtomTable.isLiteral(wanted) {
            if let next = trie.target(from: target, wanted) {
                collect(inside: path, at: next, depth: depth + 1, &found)
            }
            return
        }
        for first in [trie.nodes[Int(target)].firstLiteral, trie.nodes[Int(target)].firstOther] {
            var number = first
            while number >= 0 {
                let edge = trie.edges[Int(number)]
                number = edge.next
                guard store.atoms.relation(edge.atom, wanted).isInsideOrEqual else { continue }
                collect(inside: path, at: edge.target, depth: depth + 1, &found)
            }
        }
    }
}
