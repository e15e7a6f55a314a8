/// A small table, its text, and a second reading of the rules that decide a link in it.
///
/// The relation of two routes is measured, not derived: two atoms are compared by the words of a list that both accept,
/// and two queries by every query of a list. The lists are rich enough for the atoms and keys that `PlainGenerator` makes.
struct PlainTable {
    /// The relation of two sets of links.
    enum Relation {
        case apart
        case same
        case inside
        case outside
        case overlapping
    }

    var routes: [PlainRoute] = [] {
        didSet {
            rules = routes.flatMap { $0.rules(eitherSlash: eitherSlash) }
            relations = Self.relations(of: rules)
        }
    }
    /// Each pattern of the routes as a route of its own.
    private(set) var rules: [PlainRoute] = []
    var denials: [PlainExclusion] = []
    /// The separator of the scheme `two`; nil for slashes.
    var separator: String?
    /// Which of `two` and `h.example` have `trailing-slash either`; set before the routes.
    var eitherSlash: Set<String> = []
    /// The relation of two rules by their ids.
    private(set) var relations: [String: [String: Relation]] = [:]

    var text: String {
        let inputs = ["n0", "n1", "n2", "p", "q"].map { "        input \($0) string?\n" }.joined()
        let slash = "trailing-slash either"
        let terms = (separator.map { ["separator \"\($0)\""] } ?? []) + (eitherSlash.contains("two") ? [slash] : [])
        let scheme = terms.isEmpty ? "scheme two\n" : "scheme two { \(terms.joined(separator: " ; ")) }\n"
        let host = "host h.example" + (eitherSlash.contains("h.example") ? " {\n    \(slash)\n}\n" : "\n")
        return "scheme one\n" + scheme + host + "host *.w.example\n" + denials.map { "deny \($0.text)\n" }.joined()
            + "feature F {\n    action act {\n\(inputs)        input rest **?\n        respond\n    }\n"
            + routes.map(\.text).joined() + "}\n"
    }

    // MARK: A link

    /// The results that the rules allow for a link: the route with its parameters, or a code.
    ///
    /// There are several where two things are wrong with one query, and the rules do not say which is reported.
    func results(_ link: PlainLink) -> Set<String> {
        if let separator = link.separator, link.path.contains(where: { $0.contains(separator) }) {
            return ["rejected.url.forbiddenComponent"]
        }
        let isEither = eitherSlash.contains(link.origin)
        let denials = denials + (isEither ? denials.compactMap(\.other) : [])
        if denials.contains(where: { $0.covers(link.path) }) { return ["rejected.route.excluded"] }
        for entry in link.entries {
            let accepting = rules.filter { route in
                route.entries.contains(entry) && route.takesPath(link.path) && !route.isExcepted(link.path)
                    && route.queryFaults(link.items).isEmpty
            }
            let winners = accepting.filter { route in
                accepting.allSatisfy { $0.id == route.id || beats(route, $0) }
            }
            if !accepting.isEmpty {
                return winners.count == 1 ? winners[0].results(link) : ["\(winners.count) winners"]
            }
        }
        return failures(link)
    }

    private func failures(_ link: PlainLink) -> Set<String> {
        let near = rules.filter { !$0.entries.isDisjoint(with: link.entries) && $0.takesPath(link.path) }
        if near.contains(where: { $0.isExcepted(link.path) && $0.queryFaults(link.items).isEmpty }) {
            return ["rejected.route.excluded"]
        }
        let faults = near.filter { !$0.isExcepted(link.path) }.map { $0.queryFaults(link.items) }
        return faults.isEmpty ? ["rejected.route.notFound"] : faults.reduce([]) { $0.union($1) }
    }

    private func beats(_ route: PlainRoute, _ other: PlainRoute) -> Bool {
        switch relations[route.id]?[other.id] {
        case .inside: true
        // An `over` names a whole route, and says nothing about two patterns that no link has both.
        case .outside, .apart: false
        default: route.over.contains(other.name)
        }
    }

    // MARK: The whole table

    /// The pairs of routes that stand in one entry, overlap or are equal, and have no `over`; names sorted.
    ///
    /// A route whose own patterns overlap or are equal is a pair with itself.
    var undecided: Set<[String]> { undecided(if: [.same, .overlapping]) }

    /// Those of them that an `over` decides.
    var decidable: Set<[String]> {
        undecided(if: [.overlapping]).subtracting(undecided(if: [.same])).filter { $0[0] != $0[1] }
    }

    /// Whether an `over` decides every link that both routes take: none has patterns that overlap each other, and no
    /// pattern of one is inside a pattern of the other.
    func isSettled(byOverBetween names: [String]) -> Bool {
        let pair = rules.filter { names.contains($0.name) }
        return pair.allSatisfy { a in
            pair.allSatisfy { b in
                guard a.id != b.id, let relation = relations[a.id]?[b.id] else { return true }
                return relation == .apart
                    || (a.name == b.name ? relation == .inside || relation == .outside : relation == .overlapping)
            }
        }
    }

    private func undecided(if wanted: Set<Relation>) -> Set<[String]> {
        var pairs: Set<[String]> = []
        for (number, a) in rules.enumerated() {
            for b in rules[(number + 1)...] where !a.entries.isDisjoint(with: b.entries) {
                guard let relation = relations[a.id]?[b.id], wanted.contains(relation) else { continue }
                let isDecided = a.over.contains(b.name) || b.over.contains(a.name)
                if relation == .same || !isDecided { pairs.insert([a.name, b.name].sorted()) }
            }
        }
        return pairs
    }

    /// Whether following `over` and inclusion leads from a route back to it.
    var hasCycle: Bool {
        var left = rules
        while let free = left.firstIndex(where: { route in
            !left.contains {
                $0.id != route.id && !$0.entries.isDisjoint(with: route.entries) && beats($0, route)
            }
        }) {
            left.remove(at: free)
        }
        return !left.isEmpty
    }

    // MARK: Two routes

    /// What a route accepts of the lists.
    private struct Profile {
        let id: String
        /// For each segment of the pattern, whether it accepts each word.
        let segments: [[Bool]]
        let hasTail: Bool
        let queries: [Bool]

        init(_ route: PlainRoute) {
            id = route.id
            segments = route.atoms.map { words.map($0.accepts) }
            hasTail = route.hasTail
            queries = PlainTable.queries.map { route.queryFaults($0).isEmpty }
        }
    }

    private static func relations(of routes: [PlainRoute]) -> [String: [String: Relation]] {
        var relations: [String: [String: Relation]] = [:]
        let profiles = routes.map(Profile.init)
        for a in profiles {
            for b in profiles where a.id != b.id { relations[a.id, default: [:]][b.id] = relation(a, b) }
        }
        return relations
    }

    private static func relation(_ a: Profile, _ b: Profile) -> Relation {
        let (path, query) = (pathRelation(a, b), relation(a.queries, b.queries))
        if path == .apart || query == .apart { return .apart }
        if path == .same { return query }
        return query == .same || path == query ? path : .overlapping
    }

    private static func pathRelation(_ a: Profile, _ b: Profile) -> Relation {
        let (m, n) = (a.segments.count, b.segments.count)
        let canHaveOneLength =
            switch (a.hasTail, b.hasTail) {
            case (false, false): m == n
            case (false, true): m > n
            case (true, false): n > m
            case (true, true): true
            }
        let parts = zip(a.segments, b.segments).map { relation($0, $1) }
        if !canHaveOneLength || parts.contains(.apart) { return .apart }
        let isInside = !(a.hasTail && (!b.hasTail || m < n)) && parts.allSatisfy { $0 == .inside || $0 == .same }
        let isOutside = !(b.hasTail && (!a.hasTail || n < m)) && parts.allSatisfy { $0 == .outside || $0 == .same }
        return isInside && isOutside ? .same : isInside ? .inside : isOutside ? .outside : .overlapping
    }

    private static func relation(_ a: [Bool], _ b: [Bool]) -> Relation {
        let (both, onlyA, onlyB) = zip(a, b).reduce((false, false, false)) { seen, pair in
            (seen.0 || pair.0 && pair.1, seen.1 || pair.0 && !pair.1, seen.2 || !pair.0 && pair.1)
        }
        if !both { return .apart }
        return onlyA ? (onlyB ? .overlapping : .outside) : onlyB ? .inside : .same
    }

    // MARK: The lists

    private static let words: [String] = {
        let cores = [
            "a", "b", "ab", "0", "1", "10", "-1", "-10", "a-b", "-a", "true", "false", "2024-02-29", "f", "x.y", "é",
            "new", "007", "x", "x y", "00", "110", "a:b",
        ]
        return [""]
            + ["", "a", "img-"].flatMap { prefix in
                cores.flatMap { core in ["", ".png", "b"].map { prefix + core + $0 } }
            }
    }()

    /// Every way to give the keys `p` and `q` no value, one or two, with and without a key that no route declares.
    private static let queries: [[(key: String, value: String)]] = {
        let values = ["a", "1", "2", "x", "-1", "true", "f", "007", "x y", "10", "00", ""]
        func ways(_ key: String) -> [[(key: String, value: String)]] {
            [[], [(key, "a"), (key, "a")]] + values.map { [(key, $0)] }
        }
        return ways("p").flatMap { p in
            ways("q").flatMap { q in [p + q, p + q + [(key: "z", value: "1")]] }
        }
    }()
}
