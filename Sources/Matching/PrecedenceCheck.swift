internal import Contract

// The check of a whole table before it is frozen: conflicts, `over` lines, order, unreachable routes, width.
//
// One walk over pairs of trie nodes finds every pair of routes whose paths meet (+walk); for those that neither
// inclusion nor `over` decides a witness is searched (+witness); then every route gets a number consistent with
// inclusion and `over` (+order), which is all the index needs to know about precedence.
//
// A class because it is one long computation over shared scratch state; it lives inside `RouteIndexBuilder.build` and
// is never shared.

/// The working state of one table's check.
final class PrecedenceCheck {
    let rules: [RouteRule]
    let denials: [(pattern: ExclusionPattern, entries: [ScopeEntry])]
    let scopes: ScopeDeclarations
    let keys: [RouteKey]
    let excepts: [[PathKey]]
    var table: AtomTable
    var trie: RouteTrie
    /// The root of each entry's routes, and of its denials; entries with the same routes share one.
    private(set) var ruleRoots: [ScopeEntry: Int32] = [:]
    private(set) var denyRoots: [ScopeEntry: Int32] = [:]
    /// The distinct roots of routes, each with an entry that stands for it.
    private(set) var distinctRoots: [(root: Int32, entry: ScopeEntry)] = []

    var problems: [PrecedenceProblem] = []
    /// The overlaps that were found past the caps, and not looked into.
    var suppressed = 0
    var conflictCounts: [Int]
    var conflictTotal = 0
    var reportedPairs: Set<UInt64> = []
    var steps = 0
    var reportedBudget = false
    /// Pairs whose `over` contradicts inclusion; reported as such, so left out of the order.
    var oversAgainstInclusion: Set<UInt64> = []
    let stepLimit: Int

    init(
        rules: [RouteRule], denials: [(pattern: ExclusionPattern, entries: [ScopeEntry])], scopes: ScopeDeclarations,
        stepLimit: Int
    ) {
        self.rules = rules
        self.denials = denials
        self.scopes = scopes
        self.stepLimit = stepLimit
        var table = AtomTable()
        keys = rules.map { RouteKey($0, &table) }
        excepts = rules.map { $0.excepts.map { PathKey($0, &table) } }
        let denyPaths = denials.map { PathKey($0.pattern, &table) }
        self.table = table
        trie = RouteTrie(paths: keys.map(\.path) + denyPaths)
        conflictCounts = Array(repeating: 0, count: rules.count)
        plant()
    }

    /// The number of routes; paths past it are denials.
    var ruleCount: Int { rules.count }

    private func plant() {
        var members: [ScopeEntry: [Int32]] = [:]
        for (number, rule) in rules.enumerated() {
            for entry in Set(rule.entries) { members[entry, default: []].append(Int32(truncatingIfNeeded: number)) }
        }
        var shared: [[Int32]: Int32] = [:]
        for (entry, list) in members.sorted(by: { $0.key.text < $1.key.text }) {
            if let root = shared[list] {
                ruleRoots[entry] = root
                continue
            }
            let root = grow(list)
            shared[list] = root
            ruleRoots[entry] = root
            distinctRoots.append((root, entry))
        }
        var denied: [ScopeEntry: [Int32]] = [:]
        for (number, denial) in denials.enumerated() {
            for entry in Set(denial.entries) {
                denied[entry, default: []].append(Int32(truncatingIfNeeded: ruleCount + number))
            }
        }
        for (entry, list) in denied { denyRoots[entry] = grow(list) }
    }

    private func grow(_ paths: [Int32]) -> Int32 {
        let root = trie.makeRoot()
        for path in paths { trie.insert(path, under: root, isLiteral: table.isLiteral) }
        return root
    }

    /// Runs every check and returns the rules in the order of precedence, the first the one that wins.
    func run() -> [Int] {
        checkOvers()
        for (root, entry) in distinctRoots { searchConflicts(under: root, entry: entry) }
        let order = precedence()
        checkDenials()
        checkShadows()
        return order
    }

    /// Whether two rules stand in one entry.
    func shareEntry(_ left: Int, _ right: Int) -> ScopeEntry? {
        rules[left].entries.first { rules[right].entries.contains($0) }
    }

    /// Whether the first rule says `over` the second.
    func isOver(_ left: Int, _ right: Int) -> Bool { rules[left].over.contains(right) }

    private func checkOvers() {
        for (number, rule) in rules.enumerated() {
            for other in rule.over where rules.indices.contains(other) && other != number {
                let shared = shareEntry(number, other)
                var relation = shared == nil ? .disjoint : keys[number].relation(to: keys[other], &table)
                if relation == .overlapping, let shared, case .disjoint = witness(number, other, entry: shared) {
                    relation = .disjoint
                }
                switch relation {
                case .contains:
                    problems.append(.overAgainstInclusion(rule: number, other: other))
                    oversAgainstInclusion.insert(UInt64(number) << 32 | UInt64(other))
                case .inside, .disjoint: problems.append(.needlessOver(rule: number, other: other, relation: relation))
                case .equal, .overlapping: break
                }
            }
        }
    }

    /// A pair of routes whose paths meet; called by the walk, more than once where they share several entries.
    func met(_ left: Int32, _ right: Int32, path: Relation, entry: ScopeEntry) {
        let (a, b) = (Int(min(left, right)), Int(max(left, right)))
        let query = keys[Int(left)].query.relation(to: keys[Int(right)].query, &table)
        let relation = path.combined(with: query)
        guard relation == .equal || (relation == .overlapping && !isOver(a, b) && !isOver(b, a)) else { return }
        guard conflictCounts[a] < Limits.overlapsPerRoute, conflictCounts[b] < Limits.overlapsPerRoute,
            conflictTotal < Limits.diagnostics
        else {
            suppressed += 1
            return
        }
        guard reportedPairs.insert(UInt64(a) << 32 | UInt64(b)).inserted else { return }
        let found = witness(a, b, entry: entry)
        if case .disjoint = found { return }
        conflictCounts[a] += 1
        conflictCounts[b] += 1
        conflictTotal += 1
        var url: String?
        if case .link(let text) = found { url = text }
        // The line to paste goes into the route that the weights would prefer: usually the one that says more.
        let (first, second) = weight(of: a) < weight(of: b) ? (a, b) : (b, a)
        problems.append(.conflict(rule: first, other: second, relation: relation, entry: entry, witness: url))
    }
}
