/// A topological sort that keeps a given order as far as `over` allows.
struct OverSort {
    private(set) var order: [UInt32] = []
    private(set) var cycles: [[Int]] = []
    private var place: [UInt32]
    private var before: [Int: [Int]] = [:]
    private var isTaken: [Bool]

    /// - Parameter base: every rule once, in the order that only `over` may change.
    init(base: [UInt32]) {
        order.reserveCapacity(base.count)
        place = Array(repeating: 0, count: base.count)
        isTaken = Array(repeating: false, count: base.count)
        for (index, rule) in base.enumerated() { place[Int(rule)] = UInt32(truncatingIfNeeded: index) }
    }

    /// True if any `over` may require a change of the base order.
    var isNeeded: Bool { !before.isEmpty }

    /// Requires that one rule precedes another.
    mutating func require(_ rule: Int, before other: Int) { before[other, default: []].append(rule) }

    /// Appends `rule` and, before it, all rules that must precede it.
    ///
    /// Iterative, because a chain of `over` may be long.
    mutating func take(_ rule: Int, inside: (Int) -> [Int]) {
        guard !isTaken[rule] else { return }
        var stack = [(rule: rule, waiting: predecessors(of: rule, isPulled: false, inside: inside))]
        while let top = stack.last {
            guard let next = top.waiting.last else {
                stack.removeLast()
                isTaken[top.rule] = true
                order.append(UInt32(truncatingIfNeeded: top.rule))
                continue
            }
            stack[stack.count - 1].waiting.removeLast()
            if isTaken[next] { continue }
            if let start = stack.firstIndex(where: { $0.rule == next }) {
                cycles.append(stack[start...].map(\.rule).reversed())
                continue
            }
            stack.append((next, predecessors(of: next, isPulled: true, inside: inside)))
        }
    }

    // In base order, so that the result depends on nothing else; reversed, because the stack takes from the end.
    private func predecessors(of rule: Int, isPulled: Bool, inside: (Int) -> [Int]) -> [Int] {
        let named = before[rule] ?? []
        guard isPulled || !named.isEmpty else { return [] }
        let all = Set(named + (isPulled ? inside(rule) : [])).filter { !isTaken[$0] }
        return all.sorted { place[$0] > place[$1] }
    }
}
