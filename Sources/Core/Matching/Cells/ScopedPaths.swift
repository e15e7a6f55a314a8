/// The paths below one scheme or host that two tables tell apart.
struct ScopedPaths {
    /// What one of the tables has there.
    struct Side {
        /// The patterns, each with the places of its entries in the order in which they are looked up.
        let rules: [(entry: LinkCells.Table.Entry, ranks: [Int])]
        let denials: [ExclusionPattern]
        let isDeclared: Bool

        /// - Parameter chain: the entries that are looked up there, in their order; empty where the table has no owner.
        init(_ table: LinkCells.Table, below chain: [ScopeEntry]) {
            let ranks = Dictionary(chain.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
            rules = table.rules.compactMap { entry in
                let places = entry.rule.entries.compactMap { ranks[$0] }.sorted()
                return places.isEmpty ? nil : (entry, places)
            }
            denials = table.denials.lazy.filter { $0.entries.contains { ranks[$0] != nil } }.map(\.pattern)
            isDeclared = !chain.isEmpty
        }
    }

    /// What a set of paths belongs to.
    private struct Member {
        let side: Int
        /// The number of the rule whose pattern it is; nil for an exception or a denial.
        let rule: Int?
        let isDenial: Bool
    }

    /// Paths, and the rules of both tables that take them; one for each group of rules that have a path in common which no
    /// other rule has, where the tables do not have the same rules there.
    private(set) var different: [(path: PathCells.Path, taking: [LinkCells.Table.Entry])] = []
    /// False if a path may be missing.
    private(set) var isComplete = true
    private let sides: [Side]
    private var sets: [PathSet] = []
    private var members: [[Member]] = []
    private var numbers: [PathSet: Int] = [:]

    init(_ sides: [Side]) {
        self.sides = sides
        for (number, side) in sides.enumerated() {
            for (rule, entry) in side.rules.enumerated() {
                add(entry.entry.paths, Member(side: number, rule: rule, isDenial: false))
                for except in entry.entry.rule.excepts {
                    add(PathSet(except), Member(side: number, rule: nil, isDenial: false))
                }
            }
            for denial in side.denials { add(PathSet(denial), Member(side: number, rule: nil, isDenial: true)) }
        }
        var found: [(PathCells.Path, [Int])] = []
        isComplete = PathCells.walk(sets) { found.append(($0, $1)) }
        for (path, holding) in found {
            let members = holding.flatMap { self.members[$0] }
            guard !isAlike(members) else { continue }
            let taking = members.compactMap { member in
                member.rule.map { sides[member.side].rules[$0].entry }
            }
            different.append((path, taking))
        }
    }

    private mutating func add(_ set: PathSet, _ member: Member) {
        if let number = numbers[set] { return members[number].append(member) }
        numbers[set] = sets.count
        sets.append(set)
        members.append([member])
    }

    /// True if both tables have the same rules in the same scopes, so that they decide the links alike.
    ///
    /// Of several rules that refuse a link the first one is reported, and which one that is, other rules decide too.
    private func isAlike(_ members: [Member]) -> Bool {
        guard sides[0].isDeclared == sides[1].isDeclared else { return false }
        let canRefuse = members.count { member in
            member.side == 0 && member.rule.map { sides[0].rules[$0].entry.rule.canRefuse } ?? false
        }
        guard canRefuse < 2 else { return false }
        let meanings = sides.indices.map { side -> [String] in
            let own = members.filter { $0.side == side }
            if own.contains(where: \.isDenial) { return ["denied"] }
            return own.compactMap(\.rule).map { rule in
                let (entry, ranks) = sides[side].rules[rule]
                return "\(ranks) \(entry.meaning)"
            }.sorted()
        }
        return meanings[0] == meanings[1]
    }
}

extension RouteRule {
    /// True if it can refuse a link whose path one of its patterns takes.
    fileprivate var canRefuse: Bool {
        isStrict || !absent.isEmpty || !excepts.isEmpty || query.contains(where: \.isRequired)
    }
}
