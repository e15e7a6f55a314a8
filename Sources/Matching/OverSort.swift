/// A topological sort that keeps to a given order wherever it may.
struct OverSort {
    private(set) var order: [Int] = []
    private(set) var cycles: [[Int]] = []
    private var place: [Int: Int] = [:]
    private var before: [Int: [Int]] = [:]
    private var taken: Set<Int> = []

    init(base: [Int]) {
        order.reserveCapacity(base.count)
        for (index, rule) in base.enumerated() { place[rule] = index }
    }

    /// Whether any `over` says otherwise than the base order may.
    var isNeeded: Bool { !before.isEmpty }

    /// Notes that one rule goes before another.
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
