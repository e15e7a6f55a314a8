// One number per route, consistent with inclusion and with every `over`.
//
// Inclusion needs no pairs: a tuple of plain numbers grows strictly with it (`RouteWeight`), so sorting by it is a
// topological order already. Only `over` moves routes: `over` says that a route comes before one that the weights would
// put first, and then everything inside it has to come along. The sort below takes routes in weight order and, before
// each, whatever must precede it; only for a route that is pulled forward are the routes inside it looked up.

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

extension PrecedenceCheck {
    /// The weight of one rule.
    func weight(of rule: Int) -> RouteWeight { RouteWeight(rules[rule], keys[rule], table) }

    /// The rules, the winning ones first; cycles are reported and cut.
    func precedence() -> [Int] {
        let weights = rules.indices.map(weight(of:))
        let base = rules.indices.sorted { (weights[$0], $0) < (weights[$1], $1) }
        var sort = OverSort(base: base)
        for (number, rule) in rules.enumerated() {
            for other in rule.over
            where rules.indices.contains(other)
                && !oversAgainstInclusion.contains(UInt64(number) << 32 | UInt64(other))
            {
                sort.require(number, before: other)
            }
        }
        guard sort.isNeeded else { return base }
        for rule in base { sort.take(rule, inside: routesInside) }
        problems += sort.cycles.map { .overCycle($0) }
        return sort.order
    }

    /// The rules of a common entry whose links are all links of `rule` and not the other way round.
    private func routesInside(_ rule: Int) -> [Int] {
        var found: Set<Int> = []
        for entry in rules[rule].entries {
            guard let root = ruleRoots[entry] else { continue }
            collect(inside: keys[rule].path, at: root, depth: 0) { found.insert(Int($0)) }
        }
        return found.filter { $0 != rule && keys[$0].relation(to: keys[rule], &table) == .inside }.sorted()
    }

    /// Calls `body` for every path at or below `target` that may be inside `path`.
    private func collect(inside path: PathKey, at target: RouteTrie.Target, depth: Int, _ body: (Int32) -> Void) {
        guard target >= 0 else { return body(~target) }
        if depth == path.atoms.count {
            if path.isOpen { return trie.forEachPath(below: target, body) }
            for end in trie.nodes[Int(target)].ends { body(end) }
            return
        }
        let wanted = path.atoms[depth]
        if table.isLiteral[Int(wanted)] {
            if let next = trie.target(from: target, wanted) { collect(inside: path, at: next, depth: depth + 1, body) }
            return
        }
        let node = trie.nodes[Int(target)]
        for edge in trie.list(from: node.firstLiteral) + trie.list(from: node.firstOther)
        where table.relation(edge.atom, wanted).relation.isInsideOrEqual {
            collect(inside: path, at: edge.target, depth: depth + 1, body)
        }
    }
}

/// A topological sort that keeps to a given order wherever it may.
private struct OverSort {
    private(set) var order: [Int] = []
    private(set) var cycles: [[Int]] = []
    private var place: [Int: Int] = [:]
    private var before: [Int: [Int]] = [:]
    private var taken: Set<Int> = []

    init(base: [Int]) {
        order.reserveCapacity(base.count)
        for (index, rule) in base.enumerated() { place[rule] = index }
    }

    var isNeeded: Bool { !before.isEmpty }

    mutating func require(_ rule: Int, before other: Int) { before[other, default: []].append(rule) }

    /// Takes `rule` and, before it, all that has to precede it.
    ///
    /// Iterative, since a chain of `over` may be long.
    mutating func take(_ rule: Int, inside: (Int) -> [Int]) {
        guard !taken.contains(rule) else { return }
        var stack = [(rule: rule, waiting: predecessors(of: rule, isPulled: false, inside: inside))]
        var open = [rule]
        while let top = stack.last {
            guard let next = top.waiting.last else {
                stack.removeLast()
                open.removeLast()
                taken.insert(top.rule)
                order.append(top.rule)
                continue
            }
            stack[stack.count - 1].waiting.removeLast()
            if taken.contains(next) { continue }
            if let start = open.firstIndex(of: next) {
                cycles.append(open[start...].reversed())
                continue
            }
            stack.append((next, predecessors(of: next, isPulled: true, inside: inside)))
            open.append(next)
        }
    }

    // In base order, so that the result depends on nothing else. Last first, since the stack takes from the end.
    private func predecessors(of rule: Int, isPulled: Bool, inside: (Int) -> [Int]) -> [Int] {
        let named = before[rule, default: []]
        let all = Set(named + (isPulled ? inside(rule) : [])).subtracting(taken)
        return all.sorted { place[$0, default: 0] > place[$1, default: 0] }
    }
}
