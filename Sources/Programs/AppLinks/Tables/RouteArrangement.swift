// Puts the routes of another program's file into the order that a table needs. In such a file the first rule wins; in a table
// the narrower one does, and of two that overlap otherwise one says `over`.
//
// Each pattern is looked at by itself. One that takes the same links as an earlier one is left out. One that a rule before it
// leaves out as a whole is left out too. Of two that overlap, the one goes first that comes first in an order which agrees
// with inclusion (`PatternWeight`), so that no circle arises. The patterns of a route stay together, unless one of them goes
// before a pattern of another route, or of its own, and another one behind: an `over` is for all patterns of a route.

internal import Matching

/// The arrangement of a table's routes.
struct RouteArrangement {
    /// *Units*: pairs that are compared; beyond it overlaps are left to `deeplinkctl check`.
    private static let comparisonLimit = 200_000
    /// *Units*: pairs that are looked at, most of which part in a literal.
    private static let pairLimit = 4_000_000

    /// One pattern of a route.
    private struct Unit {
        let route: Int
        let pattern: String
        /// The pattern, and the same with a slash at the end where both count.
        let rules: [RouteRule]
        let weight: PatternWeight
        var scopes: [TableScope]
        var excepts: [String]
        var over: [Int] = []
    }

    /// The routes of the finished table.
    private(set) var routes: [LinkRoute] = []
    /// The differences of the table, and those that were found here.
    private(set) var losses: LossList
    private var units: [Unit] = []
    private var comparisons = 0
    private var pairs = 0
    /// The patterns of exclusions by their texts.
    private var exclusions: [String: [RouteRule]] = [:]

    init(_ table: LinkTable) {
        losses = table.losses
        for (number, route) in table.routes.enumerated() { add(number, route, table) }
        compareAll()
        group(table)
    }

    // MARK: Patterns

    private mutating func add(_ number: Int, _ route: LinkRoute, _ table: LinkTable) {
        for pattern in route.patterns {
            guard let parsed = parse(pattern, table), let excepts = excepts(of: parsed, route.excepts) else { continue }
            let rules = Self.rules(parsed, route, table)
            units.append(
                Unit(
                    route: number, pattern: pattern, rules: rules, weight: PatternWeight(parsed, route.keys),
                    scopes: route.scopes, excepts: excepts))
        }
    }

    /// The exclusions that a pattern meets; nil if one of them leaves it out as a whole.
    private mutating func excepts(of pattern: Pattern, _ all: [String]) -> [String]? {
        var met: [String] = []
        for text in all {
            guard comparisons < Self.comparisonLimit else {
                losses.add(.wider, pattern.text, "there are too many exclusions: not all of them are in the table")
                break
            }
            comparisons += 1
            let rules = exclusions[text] ?? Self.exclusionRules(text)
            exclusions[text] = rules
            switch Self.relation(of: pattern, to: rules) {
            case .inside, .equal: return nil
            case .contains, .overlapping: met.append(text)
            case .disjoint: continue
            }
        }
        return met
    }

    private mutating func parse(_ pattern: String, _ table: LinkTable) -> Pattern? {
        do throws(PatternError) {
            return try Pattern.parse(Array(pattern.utf8).span) { table.set(named: $0) }
        } catch {
            losses.add(.narrower, pattern, error.sentence)
            return nil
        }
    }

    private static func rules(_ pattern: Pattern, _ route: LinkRoute, _ table: LinkTable) -> [RouteRule] {
        let keys = route.keys.map { key in
            QueryCondition(
                key: key.key, name: key.input, language: language(key.type, table), isRequired: key.isRequired,
                isSilent: key.input == nil)
        }
        var patterns = [pattern]
        if table.takesEitherSlash, pattern.tail == nil, pattern.atoms.last?.isEmpty == false,
            let slashed = try? Pattern.parse(Array((pattern.text + "/").utf8).span, sets: { table.set(named: $0) })
        {
            patterns.append(slashed)
        }
        return patterns.map { RouteRule(name: "", pattern: $0, query: keys, entries: []) }
    }

    private static func language(_ type: String, _ table: LinkTable) -> Language {
        if type.hasPrefix("@") { return table.set(named: String(type.dropFirst())).map { .set($0) } ?? .string }
        if let ofKeys = Language.keyTypes.first(where: { $0.name == type }) { return ofKeys }
        if type.contains("|") {
            return ValueSet(members: type.utf8.split(separator: UInt8(ascii: "|")).map(Array.init), name: nil)
                .map { .set($0) } ?? .string
        }
        return Language(named: type) ?? (try? BoundedType(type)).flatMap { $0 }.map { .bounded($0) } ?? .string
    }

    private static func exclusionRules(_ text: String) -> [RouteRule] {
        var texts = [text]
        // It covers the path above it too.
        if text.hasSuffix("/**"), text != "/**" { texts.append(String(text.dropLast(3))) }
        return texts.compactMap { text in
            (try? Pattern.parse(Array(text.utf8).span, sets: { _ in nil })).map {
                RouteRule(name: "", pattern: $0, entries: [])
            }
        }
    }

    /// How the links of a pattern lie to those of an exclusion.
    private static func relation(of pattern: Pattern, to exclusion: [RouteRule]) -> Relation {
        let rule = RouteRule(name: "", pattern: pattern, entries: [])
        var found = Relation.disjoint
        for other in exclusion {
            let relation = rule.relation(to: other)
            if relation == .inside || relation == .equal { return relation }
            if relation != .disjoint { found = relation }
        }
        return found
    }

    // MARK: Pairs

    private mutating func compareAll() {
        var literals: [[UInt8]: [Int]] = [:]
        var others: [Int] = []
        for index in units.indices {
            let first = units[index].rules[0].pattern.atoms.first
            let mates: [Int]
            if let first, case .literal = first.core {
                mates = (literals[first.prefix] ?? []) + others
                literals[first.prefix, default: []].append(index)
            } else {
                mates = Array(units.indices.prefix(index))
                others.append(index)
            }
            for other in mates {
                pairs += 1
                guard comparisons < Self.comparisonLimit, pairs < Self.pairLimit else {
                    return losses.add(
                        .dropped, "the order", "there are too many pairs of routes: `deeplinkctl check` names overlaps")
                }
                compare(other, index)
            }
        }
    }

    private mutating func compare(_ earlier: Int, _ later: Int) {
        guard !arePlainlyApart(earlier, later) else { return }
        let shared = units[later].scopes.filter(units[earlier].scopes.contains)
        guard !shared.isEmpty else { return }
        comparisons += 1
        var relation = Relation.disjoint
        for mine in units[earlier].rules {
            for its in units[later].rules {
                let found = mine.relation(to: its)
                if found == .overlapping || found == .equal { relation = relation == .overlapping ? relation : found }
            }
        }
        if relation == .equal {
            units[later].scopes.removeAll(where: shared.contains)
        } else if relation == .overlapping {
            let wins = units[earlier].weight <= units[later].weight
            let (winner, loser) = wins ? (earlier, later) : (later, earlier)
            units[winner].over.append(loser)
        }
    }

    /// Whether two patterns have no common path by their lengths or by their literals: the cheap test that settles most pairs.
    private func arePlainlyApart(_ left: Int, _ right: Int) -> Bool {
        let (mine, its) = (units[left].rules[0].pattern, units[right].rules[0].pattern)
        // A slash at the end is one more segment.
        let room = units[left].rules.count + units[right].rules.count - 2
        switch (mine.tail == nil, its.tail == nil) {
        case (true, true): if mine.atoms.count != its.atoms.count { return true }
        case (true, false): if mine.atoms.count + room <= its.atoms.count { return true }
        case (false, true): if its.atoms.count + room <= mine.atoms.count { return true }
        case (false, false): break
        }
        return zip(mine.atoms, its.atoms).contains { $0.isPlainlyApart(from: $1) }
    }

    // MARK: Routes

    private mutating func group(_ table: LinkTable) {
        var table = table
        let apart = routesApart
        var places: [Int: Int] = [:]
        // By the route of the source, the route that its next pattern joins.
        var open: [Int: Int] = [:]
        for index in units.indices where !units[index].scopes.isEmpty {
            let unit = units[index]
            let isApart = apart.contains(unit.route)
            if !isApart, let place = open[unit.route], routes[place].scopes == unit.scopes,
                routes[place].patterns.count < AppLinkLimits.patternsOfRoute
            {
                places[index] = place
                routes[place].patterns.append(unit.pattern)
                routes[place].excepts += unit.excepts.filter { !routes[place].excepts.contains($0) }
                continue
            }
            var route = table.routes[unit.route]
            (route.patterns, route.scopes, route.excepts) = ([unit.pattern], unit.scopes, unit.excepts)
            route.name = table.name("arranged", from: route.name, orElse: "route")
            places[index] = routes.count
            if !isApart { open[unit.route] = routes.count }
            routes.append(route)
        }
        for index in units.indices {
            guard let place = places[index] else { continue }
            let names = units[index].over.compactMap { places[$0].map { routes[$0].name } }
            for name in names where !routes[place].over.contains(name) { routes[place].over.append(name) }
        }
    }

    /// The routes of the source whose patterns become routes of their own.
    private var routesApart: Set<Int> {
        struct Pair: Hashable {
            let winner: Int
            let loser: Int
        }
        var found: Set<Pair> = []
        for unit in units {
            for loser in unit.over { found.insert(Pair(winner: unit.route, loser: units[loser].route)) }
        }
        var apart: Set<Int> = []
        for pair in found where found.contains(Pair(winner: pair.loser, loser: pair.winner)) {
            apart.formUnion([pair.winner, pair.loser])
        }
        return apart
    }
}

extension Atom {
    /// Whether the literal parts of two atoms say that no text is one of both.
    fileprivate func isPlainlyApart(from other: Atom) -> Bool {
        switch (core == .literal, other.core == .literal) {
        case (true, true): prefix != other.prefix
        case (true, false): !other.mayTake(prefix)
        case (false, true): !mayTake(other.prefix)
        case (false, false):
            !zip(prefix, other.prefix).allSatisfy(==) || !zip(suffix.reversed(), other.suffix.reversed()).allSatisfy(==)
        }
    }

    private func mayTake(_ text: [UInt8]) -> Bool {
        text.count > prefix.count + suffix.count && text.starts(with: prefix)
            && text.reversed().starts(with: suffix.reversed())
    }
}
