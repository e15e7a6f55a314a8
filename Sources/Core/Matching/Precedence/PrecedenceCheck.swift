internal import Contract

// The check of a whole table before it is frozen: conflicts, `over` lines, order, unreachable routes, width.
//
// One walk over pairs of trie nodes finds every pair of routes whose paths intersect (+walk). If neither inclusion nor
// `over` decides a pair, the check searches for a witness, a link that both accept (`RouteStore.witness`). Then every route gets a
// number that is consistent with inclusion and `over` (+order). The index needs nothing else about precedence.
//
// The state is one noncopyable value, because the walk reads its arrays fifty million times. In a class, each read
// would be checked for exclusivity and retained.

/// The working state of one table's check.
struct PrecedenceCheck: ~Copyable {
    var store: RouteStore
    let scopes: ScopeDeclarations
    var trie = RouteTrie()
    private(set) var roots: RouteRoots

    var problems: [PrecedenceProblem] = []
    /// The number of possible conflicts past the limits on reports, which were not examined.
    var suppressed = 0
    private var conflictCounts: [Int: Int] = [:]
    private var conflictTotal = 0
    private var reportedPairs: Set<UInt64> = []
    /// *Units*: bytes; the cost of finding pairs, without the compared texts, which the atoms count.
    var comparedBytes = 0
    var reportedBudget = false
    /// Pairs of rules that the order ignores: their `over` contradicts inclusion, or is there for other patterns of the
    /// two routes.
    var idleOvers: Set<UInt64> = []
    let byteLimit: Int

    // Copied here, because they are read millions of times and belong to another target.
    private let conflictLimit = Limits.diagnostics
    private let routeConflictLimit = Limits.overlapsPerRoute

    /// *Units*: bytes that are compared in the time of finding one pair.
    static let bytesOfPair = 160
    /// *Units*: bytes; the cost of the search for one witness.
    static let bytesOfWitness = 200 * bytesOfPair
    /// *Units*: bytes; the cost of one required key of a pair.
    private static let bytesOfKey = 8

    init(_ store: consuming RouteStore, _ scopes: ScopeDeclarations, byteLimit: Int) {
        self.store = store
        self.store.weigh()
        self.scopes = scopes
        self.byteLimit = byteLimit
        roots = RouteRoots(self.store, in: &trie)
    }

    /// True if the search has exceeded its budget.
    var isOverBudget: Bool {
        comparedBytes + store.atoms.comparedBytes + Self.bytesOfKey * store.queries.comparedKeys > byteLimit
    }

    /// The number of routes; members past it are denials.
    var ruleCount: Int { store.routes.count }

    /// Runs every check and returns the rules in order of precedence, the winner first.
    mutating func run(reportsHidden: Bool) -> [UInt32] {
        checkOvers()
        for (root, entry) in roots.distinct { searchConflicts(under: root, entry: entry) }
        let order = precedence()
        checkDenials()
        checkShadows(reportsHidden: reportsHidden)
        checkExcepts()
        return order
    }

    /// Plants the trie anew with some of the routes, by their numbers, and without denials.
    mutating func keep(only isKept: (Int) -> Bool) {
        trie = RouteTrie()
        roots = RouteRoots(store, where: isKept, in: &trie)
    }

    /// What the `over` of one route for another decides, over all pairs of their patterns.
    private struct OverVerdict {
        var isNeeded = false
        /// The pairs of rules that it does not decide, each with the problem.
        var idle: [(pair: UInt64, problem: PrecedenceProblem)] = []
    }

    /// Checks that each `over` decides something: of two routes with several patterns, one pair of their patterns.
    private mutating func checkOvers() {
        var verdicts: [OverVerdict] = []
        var numbers = Numbering<UInt64>()
        for (number, others) in store.overs.sorted(by: { $0.key < $1.key }) {
            for other in others where store.routes.indices.contains(other) && other != number {
                let verdict = numbers.number(of: Self.pair(store.route(of: number), store.route(of: other)))
                if verdict == verdicts.count { verdicts.append(OverVerdict()) }
                if let problem = overProblem(number, other) {
                    verdicts[verdict].idle.append((Self.pair(number, other), problem))
                } else {
                    verdicts[verdict].isNeeded = true
                }
            }
        }
        for verdict in verdicts { add(verdict) }
    }

    private mutating func add(_ verdict: OverVerdict) {
        for (pair, problem) in verdict.idle where verdict.isNeeded || problem.isError { idleOvers.insert(pair) }
        guard !verdict.isNeeded, let first = verdict.idle.first?.problem else { return }
        problems.append(verdict.idle.map(\.problem).first(where: \.isError) ?? first)
    }

    private static func pair(_ left: Int, _ right: Int) -> UInt64 { UInt64(left) << 32 | UInt64(right) }

    /// Why the `over` of a rule for another decides nothing; nil if it does.
    private mutating func overProblem(_ number: Int, _ other: Int) -> PrecedenceProblem? {
        let shared = store.sharedEntry(number, other)
        var relation = shared == nil ? .disjoint : store.relation(number, other)
        if relation == .overlapping, let shared, case .disjoint = store.witness(number, other, entry: shared, scopes) {
            relation = .disjoint
        }
        switch relation {
        case .contains: return .overAgainstInclusion(rule: number, other: other)
        case .inside, .disjoint: return .needlessOver(rule: number, other: other, relation: relation)
        case .equal, .overlapping: return nil
        }
    }

    /// Checks a pair of routes whose paths intersect; the walk may repeat the call if they share several entries.
    mutating func met(_ left: Int32, _ right: Int32, path: Relation, entry: ScopeEntry) {
        let (a, b) = (Int(min(left, right)), Int(max(left, right)))
        let query = store.queries.relation(
            store.routes[Int(left)].query, store.routes[Int(right)].query, &store.atoms)
        let relation = path.combined(with: query)
        guard relation == .equal || (relation == .overlapping && !store.isOver(a, b) && !store.isOver(b, a))
        else { return }
        if conflictTotal < conflictLimit, conflictCounts[a, default: 0] < routeConflictLimit,
            conflictCounts[b, default: 0] < routeConflictLimit
        {
            report(a, b, relation, entry)
        } else {
            suppressed += 1
        }
    }

    private mutating func report(_ a: Int, _ b: Int, _ relation: Relation, _ entry: ScopeEntry) {
        guard reportedPairs.insert(UInt64(a) << 32 | UInt64(b)).inserted else { return }
        let found = store.witness(a, b, entry: entry, scopes)
        if case .disjoint = found {
            // Reports are limited, but the pairs that only `except` lines separate are not.
            comparedBytes += Self.bytesOfWitness
            return
        }
        conflictCounts[a, default: 0] += 1
        conflictCounts[b, default: 0] += 1
        conflictTotal += 1
        let url: String? = if case .link(let text) = found { text } else { nil }
        // The `over` line goes into the route that the weights would prefer: usually the more specific one.
        let (first, second) = store.isBefore(a, b) ? (a, b) : (b, a)
        problems.append(.conflict(rule: first, other: second, relation: relation, entry: entry, witness: url))
    }
}
