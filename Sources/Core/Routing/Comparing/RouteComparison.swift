// The comparison of overlapping routes: the decisions of the precedence check at load, pair by pair.
//
// Routes of one entry are ordered by inclusion or by `over` (a table with any other overlap does not load); routes of
// different entries by the order in which entries are looked up. Two routes that part in a literal never meet, so routes
// are first divided by the literals of their paths, and only what stands beside a literal is compared with it.
//
// Routes are compared pattern by pattern, by the rows of the table; the patterns of one route are compared with each other
// too, because the narrower one wins.

import Matching

/// Finds the pairs of routes of a ruleset that meet.
package struct RouteComparison {
    /// *Units*: pairs that are compared before a search among all routes is given up; a second or less.
    package static let comparisonLimit = 200_000

    /// In the order of the winners' names.
    package private(set) var meetings: [RouteMeeting] = []
    /// Whether every pair was compared.
    package private(set) var isComplete = true

    private let ruleset: Ruleset
    /// By number: those that are needed again and again, for the ruleset makes one anew at each request.
    private let rules: [Int: RouteRule]
    private let files: [ScopeEntry: Int]
    private var comparisons = 0

    /// Compares one route with all others, or without one all with each other.
    package init(of route: Int? = nil, in ruleset: Ruleset) {
        self.ruleset = ruleset
        let own = route.map { Array(ruleset.routes.rows(of: $0)) }
        rules = Dictionary(
            uniqueKeysWithValues: (own ?? Array(ruleset.routes.allRows)).map { ($0, ruleset.routes[row: $0].rule) })
        files = Dictionary(ruleset.scopes.map { ($0.entry, $0.file) }) { first, _ in first }
        if let own {
            for row in own {
                // Two patterns of the route are compared once.
                for other in ruleset.routes.allRows
                where (!own.contains(other) || other > row) && !partsInLiteral(row, other) {
                    compare(row, other)
                }
            }
        } else {
            compareAll(Array(ruleset.routes.allRows), depth: 0)
        }
        let rows = ruleset.routes
        func name(_ row: Int) -> String { rows[row: row].name }
        meetings.sort { left, right in
            (name(left.winner), name(left.loser), left.winner, left.loser)
                < (name(right.winner), name(right.loser), right.winner, right.loser)
        }
    }

    /// Compares the patterns of two rows.
    init(ofRow left: Int, and right: Int, in ruleset: Ruleset) {
        self.ruleset = ruleset
        rules = Dictionary([left, right].map { ($0, ruleset.routes[row: $0].rule) }) { first, _ in first }
        files = Dictionary(ruleset.scopes.map { ($0.entry, $0.file) }) { first, _ in first }
        if left != right, !partsInLiteral(left, right) { compare(left, right) }
    }

    // MARK: Pairs

    private func rule(_ number: Int) -> RouteRule { rules[number] ?? ruleset.routes[row: number].rule }

    private mutating func compareAll(_ group: [Int], depth: Int) {
        var literals: [[UInt8]: [Int]] = [:]
        var others: [Int] = []
        for number in group {
            let atoms = rule(number).pattern.atoms
            if depth < atoms.count, case .literal = atoms[depth].core {
                literals[atoms[depth].prefix, default: []].append(number)
            } else {
                others.append(number)
            }
        }
        for (index, left) in others.enumerated() {
            for right in others[(index + 1)...] { compareCounted(left, right) }
            for bucket in literals.values { for right in bucket { compareCounted(left, right) } }
        }
        guard isComplete else { return }
        for bucket in literals.values where bucket.count > 1 { compareAll(bucket, depth: depth + 1) }
    }

    private mutating func compareCounted(_ left: Int, _ right: Int) {
        guard comparisons < Self.comparisonLimit else {
            isComplete = false
            return
        }
        guard !partsInLiteral(left, right) else { return }
        comparisons += 1
        compare(left, right)
    }

    /// Whether two different literals stand at one position: the cheap test that settles most pairs of a table.
    private func partsInLiteral(_ left: Int, _ right: Int) -> Bool {
        zip(rule(left).pattern.atoms, rule(right).pattern.atoms).contains { mine, its in
            mine.core == .literal && its.core == .literal && mine.prefix != its.prefix
        }
    }

    private mutating func compare(_ left: Int, _ right: Int) {
        let (first, second) = (rule(left), rule(right))
        let relation = first.relation(to: second)
        guard relation != .disjoint else { return }
        if let shared = first.entries.first(where: second.entries.contains) { meet(left, right, relation, in: shared) }
        meetByScope(left, right, relation)
        meetByScope(right, left, relation.mirrored)
    }

    /// Two routes of one entry.
    private mutating func meet(_ left: Int, _ right: Int, _ relation: Relation, in entry: ScopeEntry) {
        guard let scope = declared(entry) else { return }
        switch relation {
        case .inside: add(left, right, .narrower, relation, scope)
        case .contains: add(right, left, .narrower, relation.mirrored, scope)
        case .overlapping, .equal:
            // Without either, their `except` lines keep them apart.
            if isOver(left, right) { add(left, right, .over, relation, scope) }
            if isOver(right, left) { add(right, left, .over, relation.mirrored, scope) }
        case .disjoint: return
        }
    }

    /// Whether the route of one row says `over` that of another.
    private func isOver(_ left: Int, _ right: Int) -> Bool {
        rule(left).over.contains(ruleset.routes[row: right].number)
    }

    /// The winner's entries that are looked up before one of the loser's.
    private mutating func meetByScope(_ winner: Int, _ loser: Int, _ relation: Relation) {
        let loserEntries = rule(loser).entries
        for entry in rule(winner).entries where !loserEntries.contains(entry) {
            guard loserEntries.contains(where: { precedes(entry, $0) }), let scope = declared(entry) else { continue }
            return add(winner, loser, .scope, relation, scope)
        }
    }

    private mutating func add(
        _ winner: Int, _ loser: Int, _ reason: RouteMeeting.Reason, _ relation: Relation, _ scope: DeclaredScope
    ) {
        // Most pairs have no `except`, and only one can keep two paths apart that intersect.
        if !rule(winner).excepts.isEmpty || !rule(loser).excepts.isEmpty,
            ruleset.commonLink(of: rule(winner), rule(loser), in: scope) == .disjoint
        {
            return
        }
        meetings.append(RouteMeeting(winner: winner, loser: loser, reason: reason, relation: relation, scope: scope))
    }

    // MARK: Scopes

    /// Whether links of the first entry are looked up there before they are in the second.
    private func precedes(_ entry: ScopeEntry, _ later: ScopeEntry) -> Bool {
        switch (entry, later) {
        case (.scheme, .anyScheme(let file)), (.host, .anyHost(let file)): files[entry] == file
        case (.host(let host), .host(let wider)): host != wider && wider.covers(host) && files[entry] == files[later]
        default: false
        }
    }

    /// A declared scope of an entry.
    private func declared(_ entry: ScopeEntry) -> DeclaredScope? {
        ruleset.scopes.first { scope in
            switch (entry, scope.entry) {
            case (.anyScheme(let file), .scheme), (.anyHost(let file), .host): scope.file == file
            default: scope.entry == entry
            }
        }
    }
}
