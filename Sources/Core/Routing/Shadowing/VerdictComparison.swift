import Contract
import Features
import Links

/// Compares what two tables make of one link.
///
/// *Owner*: one thread; what it learns of two routes is kept for the next link.
struct VerdictComparison {
    /// What is known of two routes that take one link.
    private struct Pair {
        var (now, then) = (-1, -1)
        /// True if name, action and conditions are the same.
        var isSame = false
        /// True if the actions have the same inputs, so that equal texts are equal values.
        var hasSameInputs = false
    }

    private(set) var table: Ruleset
    private(set) var other: Ruleset
    /// The last pairs of routes, each at the place that its numbers say.
    private var pairs = [Pair](repeating: Pair(), count: 1 << 10)
    /// The conditions of features of both tables that were asked for.
    private var conditions: (now: [Int: [String]], then: [Int: [String]]) = ([:], [:])

    init(_ table: Ruleset, _ other: Ruleset) { (self.table, self.other) = (table, other) }

    /// Goes on with the same tables, loaded again.
    mutating func replace(_ table: Ruleset, _ other: Ruleset) { (self.table, self.other) = (table, other) }

    /// The names of the inputs whose values differ; nil where both tables do the same with the link.
    mutating func difference(_ now: TableVerdict, _ then: TableVerdict) -> [String]? {
        switch (now, then) {
        case (.routed(let row, let values), .routed(let otherRow, let others)):
            let pair = pair(row, otherRow)
            let inputs = names(values, others, pair)
            return pair.isSame && inputs.isEmpty ? nil : inputs
        case (.unmatched, .unmatched):
            guard let binding = table.unmatched?.binding, let other = other.unmatched?.binding,
                !haveSameConditions(binding.feature, other.feature)
            else { return nil }
        case (.rejected(let code, let row), .rejected(let otherCode, let otherRow)):
            let names = (row.map { table.routes[row: $0].name }, otherRow.map { other.routes[row: $0].name })
            if code == otherCode, names.0 == names.1 { return nil }
        case (.routed, _), (.unmatched, _), (.rejected, _): break
        }
        return []
    }

    // MARK: Routes and inputs

    private mutating func pair(_ row: Int, _ otherRow: Int) -> Pair {
        let place = (row &* 31 &+ otherRow) & (pairs.count - 1)
        let known = pairs[place]
        if known.now == row, known.then == otherRow { return known }
        let (now, then) = (table.routes[row: row], other.routes[row: otherRow])
        let (action, otherAction) = (table.action(of: now), other.action(of: then))
        let inputs = (action.inputs, otherAction.inputs)
        let pair = Pair(
            now: row, then: otherRow,
            isSame: now.name == then.name && action.name == otherAction.name
                && table.featurePath(of: now) == other.featurePath(of: then)
                && haveSameConditions(now.binding.feature, then.binding.feature),
            hasSameInputs: inputs.0.count == inputs.1.count
                && zip(inputs.0, inputs.1).allSatisfy { $0.name == $1.name && $0.type == $1.type })
        pairs[place] = pair
        return pair
    }

    private mutating func haveSameConditions(_ feature: Int, _ otherFeature: Int) -> Bool {
        let now = conditions.now[feature] ?? table.catalogue.conditions(of: feature)
        let then = conditions.then[otherFeature] ?? other.catalogue.conditions(of: otherFeature)
        (conditions.now[feature], conditions.then[otherFeature]) = (now, then)
        return now == then
    }

    /// The names of the inputs whose values differ, or that only one of the actions gets.
    private func names(_ values: BoundInputs, _ others: BoundInputs, _ pair: Pair) -> [String] {
        let inputs = table.action(of: table.routes[row: pair.now]).inputs
        if pair.hasSameInputs, case .texts(let texts) = values, case .texts(let otherTexts) = others {
            guard !texts.isEqual(to: otherTexts) else { return [] }
            return inputs.indices.filter { !texts.isEqual(to: otherTexts, in: $0) }.map { inputs[$0].name }
        }
        let otherAction = other.action(of: other.routes[row: pair.then])
        let members = values.members(of: table.action(of: table.routes[row: pair.now]))
        let otherMembers = others.members(of: otherAction)
        if members == otherMembers { return [] }
        func value(_ name: String, _ members: [Value.Member]) -> Value? { members.first { $0.name == name }?.value }
        let more = otherAction.inputs.filter { other in !inputs.contains { $0.name == other.name } }
        return (inputs + more).map(\.name).filter { value($0, members) != value($0, otherMembers) }
    }
}

extension LinkTexts {
    /// True if the text of each input is the same.
    fileprivate func isEqual(to other: LinkTexts) -> Bool {
        guard count == other.count else { return false }
        for input in 0..<count where !isEqual(to: other, in: input) { return false }
        return true
    }

    /// True if the text of an input is the same; both have it.
    fileprivate func isEqual(to other: LinkTexts, in input: Int) -> Bool {
        bytes[range(of: input)] == other.bytes[other.range(of: input)]
    }
}
