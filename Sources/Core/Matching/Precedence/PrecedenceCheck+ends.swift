// Checks the pairs of routes whose paths end at one place: equal paths, paths from two branches that intersect, and a
// tail with every path below its beginning. Only their queries can separate them.
//
// Ten thousand routes at `/index.php` that require ten thousand values of `page` are fifty million pairs, and no pair
// intersects. So many routes are grouped by the value that they require for one key: the key that most of them require
// and that has the most values. Only groups whose values may intersect are compared, by their other keys first. A route
// that does not require the key is compared with all others.

extension PrecedenceCheck {
    /// *Units*: pairs; up to this number they are compared without grouping.
    private static let fewPairs = 64

    /// Checks the pairs of a tail that begins at one place and a path that continues from another.
    mutating func meetTails(of a: WalkPlace, below b: WalkPlace, path: Relation, _ entry: ScopeEntry) {
        let tails = a.members(from: a.lists.firstTail, trie).filter { tail in
            path != .contains || !store.query(Int(tail)).acceptsEverything
        }
        guard !tails.isEmpty, !isOverBudget else { return }
        var members: [Int32] = []
        for first in [b.lists.firstOther, b.lists.firstLiteral] {
            for edge in b.edges(from: first, trie) { trie.forEachMember(below: edge.target) { members.append($0) } }
        }
        meetBoth(tails, members, path, entry)
    }

    // MARK: By the values of a key

    /// Checks the pairs of one list of routes with the same path.
    ///
    /// - Parameter used: keys by whose values the routes were told apart already.
    mutating func meetAll(_ members: [Int32], besides used: Set<Int32> = [], _ entry: ScopeEntry) {
        guard !isOverBudget, members.count > 1 else { return }
        guard members.count * members.count > 2 * Self.fewPairs, let key = tellingKey(members, besides: used) else {
            for (index, left) in members.enumerated() { met(left, members[(index + 1)...], path: .equal, entry) }
            return
        }
        let used = used.union([key])
        let groups = ValueGroups(members, key: key, store)
        var pairs = MeetingPairs(within: .init(items: groups.atoms), store.atoms)
        while !isOverBudget, let pair = pairs.next(store.atoms) {
            meetBoth(groups.members[pair.left], groups.members[pair.right], .equal, besides: used, entry)
        }
        for group in groups.members { meetAll(group, besides: used, entry) }
        for group in groups.members { meetBoth(groups.others, group, .equal, besides: used, entry) }
        meetAll(groups.others, besides: used, entry)
    }

    /// Checks the pairs of two lists, whose paths have the relation `path`.
    mutating func meetBoth(
        _ left: [Int32], _ right: [Int32], _ path: Relation, besides used: Set<Int32> = [], _ entry: ScopeEntry
    ) {
        guard !isOverBudget else { return }
        guard min(left.count, right.count) > 1, left.count * right.count > Self.fewPairs,
            let key = tellingKey(left + right, besides: used)
        else {
            for member in left { met(member, right[...], path: path, entry) }
            return
        }
        let used = used.union([key])
        let (mine, its) = (ValueGroups(left, key: key, store), ValueGroups(right, key: key, store))
        var pairs = MeetingPairs(.init(items: mine.atoms), .init(items: its.atoms), store.atoms)
        while !isOverBudget, let pair = pairs.next(store.atoms) {
            meetBoth(mine.members[pair.left], its.members[pair.right], path, besides: used, entry)
        }
        meetBoth(mine.others, right, path, besides: used, entry)
        meetBoth(mine.members.flatMap(\.self), its.others, path, besides: used, entry)
    }

    private mutating func met(_ left: Int32, _ others: ArraySlice<Int32>, path: Relation, _ entry: ScopeEntry) {
        for other in others {
            if isOverBudget { return }
            comparedBytes += Self.bytesOfPair
            met(left, other, path: path, entry: entry)
        }
    }

    /// The key with the most values among those that at least half of the routes require; nil if none has two values.
    ///
    /// At least half, because then the routes without the key, which are compared by other keys, halve each time.
    private mutating func tellingKey(_ members: [Int32], besides used: Set<Int32>) -> Int32? {
        var keys: [Int32: (count: Int, atoms: Set<AtomTable.ID>)] = [:]
        for member in members {
            for line in store.queries.required[store.query(Int(member)).required] where !used.contains(line.key) {
                comparedBytes += Self.bytesOfPair
                keys[line.key, default: (0, [])].count += 1
                keys[line.key, default: (0, [])].atoms.insert(line.atom)
            }
        }
        let telling = keys.filter { $0.value.count * 2 >= members.count && $0.value.atoms.count > 1 }
        return telling.max { ($0.value.atoms.count, $1.key) < ($1.value.atoms.count, $0.key) }?.key
    }
}

/// Routes grouped by the value that they require for one key.
private struct ValueGroups {
    /// The distinct values, and the routes that require each.
    private(set) var atoms: [AtomTable.ID] = []
    private(set) var members: [[Int32]] = []
    /// The routes that do not require the key.
    private(set) var others: [Int32] = []

    init(_ routes: [Int32], key: Int32, _ store: borrowing RouteStore) {
        var values = Numbering<AtomTable.ID>()
        for route in routes {
            let lines = store.queries.required[store.query(Int(route)).required]
            guard let line = lines.first(where: { $0.key == key }) else {
                others.append(route)
                continue
            }
            let value = values.number(of: line.atom)
            if value == atoms.count {
                atoms.append(line.atom)
                members.append([])
            }
            members[value].append(route)
        }
    }
}
