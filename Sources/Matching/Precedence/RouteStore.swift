// The routes of a table in flat arrays, everything that repeats interned: atoms, captures, queries, sets of entries.
//
// This is what makes a table of a million routes load: a route costs some forty bytes here, beside its own literals and
// its name, where the same as a `RouteRule` costs a dozen allocations and a kilobyte. Everything below works on numbers:
// a path is a slice of numbers of atoms, two literals are the same if their numbers are.

/// Routes and denials as the checks and the index take them.
struct RouteStore: ~Copyable {
    /// One route.
    struct Route {
        let path: RoutePath
        /// The end of its name in `names`, which begins where the one before ends.
        let nameEnd: UInt32
        let query: UInt32
        let entries: UInt32
        var hasOver = false
        var hasExcepts = false
    }

    /// A `deny` line.
    struct Denial {
        let path: RoutePath
        let entries: [ScopeEntry]
        let text: String
    }

    var atoms = AtomTable()
    var captures = CaptureTable()
    var queries = QueryTable()
    /// The atoms of all paths.
    var pathAtoms: [AtomTable.ID] = []
    private(set) var routes: [Route] = []
    private(set) var denials: [Denial] = []
    private(set) var names: [UInt8] = []
    private(set) var entrySets: [[ScopeEntry]] = []
    private var entryNumbers: [[ScopeEntry]: UInt32] = [:]
    /// By route, for the few that have any.
    private(set) var excepts: [Int: [RoutePath]] = [:]
    private(set) var overs: [Int: [Int]] = [:]
    /// Segments as they were written, and what they came to; see `path(_:sets:)`.
    var writtenSegments = ByteInterner()
    var segments: [Segment] = []

    // MARK: Adding

    /// The number of a set of entries.
    mutating func intern(_ entries: [ScopeEntry]) -> EntrySet {
        if let number = entryNumbers[entries] { return EntrySet(number: number) }
        let number = UInt32(truncatingIfNeeded: entrySets.count)
        entrySets.append(entries)
        entryNumbers[entries] = number
        return EntrySet(number: number)
    }

    /// The number of what a route says about the query.
    mutating func intern(_ query: [QueryCondition], isStrict: Bool) -> QuerySet {
        QuerySet(number: queries.intern(query, isStrict: isStrict, &atoms))
    }

    /// Adds a route and returns its number.
    mutating func add(
        name: Span<UInt8>, path: RoutePath, query: QuerySet, excepts: [ExclusionPattern], entries: EntrySet
    ) -> Int {
        for index in name.indices { names.append(name[index]) }
        if !excepts.isEmpty { self.excepts[routes.count] = excepts.map { self.path(of: $0) } }
        routes.append(
            Route(
                path: path, nameEnd: UInt32(truncatingIfNeeded: names.count), query: query.number,
                entries: entries.number, hasExcepts: !excepts.isEmpty))
        return routes.count - 1
    }

    /// Says which routes a route beats where they overlap.
    mutating func setOver(_ others: [Int], of route: Int) {
        guard routes.indices.contains(route), !others.isEmpty else { return }
        routes[route].hasOver = true
        overs[route] = others
    }

    /// Adds a denial and returns its number.
    mutating func add(_ pattern: ExclusionPattern, entries: [ScopeEntry]) -> Int {
        denials.append(Denial(path: path(of: pattern), entries: entries, text: pattern.text))
        return denials.count - 1
    }

    // MARK: Reading

    /// The path of a route, or of a denial, whose numbers follow those of the routes.
    func path(_ member: Int32) -> RoutePath {
        let number = Int(member)
        return number < routes.count ? routes[number].path : denials[number - routes.count].path
    }

    /// Where the name of a route stands in `names`.
    func nameRange(_ route: Int) -> Range<Int> {
        (route == 0 ? 0 : Int(routes[route - 1].nameEnd))..<Int(routes[route].nameEnd)
    }

    /// A number below, at or above zero as the first name sorts before, with or after the second.
    func nameOrder(_ left: Int, _ right: Int) -> Int {
        ByteText.order(names.span.extracting(nameRange(left)), names.span.extracting(nameRange(right)))
    }

    /// The entries that a route stands in.
    func entries(_ route: Int) -> [ScopeEntry] { entrySets[Int(routes[route].entries)] }

    /// The paths that a route does not take.
    func excepts(_ route: Int) -> [RoutePath] { routes[route].hasExcepts ? excepts[route] ?? [] : [] }

    /// The routes that a route is `over`.
    func overs(_ route: Int) -> [Int] { routes[route].hasOver ? overs[route] ?? [] : [] }

    /// A route's query.
    func query(_ route: Int) -> QueryTable.Query { queries.queries[Int(routes[route].query)] }

    /// Whether an offset of the store, or of the index that is made of it, would outgrow 31 bits.
    var isTooLarge: Bool {
        atoms.literals.isFull || writtenSegments.isFull
            || max(atoms.byteCount + queries.keys.bytes.count, pathAtoms.count, names.count, routes.count) >= 1 << 31
    }
}
