// The routes of a table in flat arrays. Everything that repeats is interned: atoms, captures, queries, sets of entries.
//
// So a table of a million routes can be loaded: a route costs some forty bytes here, plus its own literals and its
// name. A `RouteRule` costs a dozen allocations and a kilobyte. The code below works on numbers: a path is a slice of
// numbers of atoms, and two literals are equal if their numbers are.

/// Routes and denials, as input of the checks and of the index.
struct RouteStore: ~Copyable {
    /// One route.
    struct Route {
        let path: RoutePath
        /// The end of its name in `names`; the name begins at the end of the previous one.
        ///
        /// Only the first pattern of a route adds its name.
        let nameEnd: UInt32
        let query: UInt32
        let entries: UInt32
        /// How many patterns of the same route come before; they have the numbers before its own.
        var position: UInt16 = 0
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
    private var entryNumbers = Numbering<[ScopeEntry]>()
    /// By route, only for the few that have any.
    private(set) var excepts: [Int: [RoutePath]] = [:]
    private(set) var overs: [Int: [Int]] = [:]
    /// Segments as they were written, and their parsed form; see `path(_:sets:)`.
    var writtenSegments = ByteInterner()
    var segments: [Segment] = []

    // MARK: Adding

    /// The number of a set of entries.
    mutating func intern(_ entries: [ScopeEntry]) -> EntrySet {
        let number = entryNumbers.number(of: entries)
        if number == entrySets.count { entrySets.append(entries) }
        return EntrySet(number: UInt32(truncatingIfNeeded: number))
    }

    /// The number of a list of query conditions.
    mutating func intern(_ query: [QueryCondition], absent: [String], isStrict: Bool) -> QuerySet {
        QuerySet(number: queries.intern(query, absent: absent, isStrict: isStrict, &atoms))
    }

    /// Adds a route, or one of its patterns, and returns its number.
    ///
    /// - Parameter position: how many patterns of the same route were added just before.
    mutating func add(
        name: Span<UInt8>, path: RoutePath, position: Int = 0, query: QuerySet, excepts: [ExclusionPattern],
        entries: EntrySet
    ) -> Int {
        if position == 0 { for index in name.indices { names.append(name[index]) } }
        if !excepts.isEmpty { self.excepts[routes.count] = excepts.map { self.path(of: $0) } }
        routes.append(
            Route(
                path: path, nameEnd: UInt32(truncatingIfNeeded: names.count), query: query.number,
                entries: entries.number, position: UInt16(truncatingIfNeeded: position),
                hasExcepts: !excepts.isEmpty))
        return routes.count - 1
    }

    /// Sets the routes that a route beats if they overlap.
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

    /// The path of a route or of a denial; the numbers of denials follow those of the routes.
    func path(_ member: Int32) -> RoutePath {
        let number = Int(member)
        return number < routes.count ? routes[number].path : denials[number - routes.count].path
    }

    /// An atom of a path.
    func atom(_ index: Int, of path: RoutePath) -> AtomTable.ID { pathAtoms[Int(path.start) + index] }

    /// The position of a route's name in `names`.
    func nameRange(_ rule: Int) -> Range<Int> {
        let route = route(of: rule)
        return (route == 0 ? 0 : Int(routes[route - 1].nameEnd))..<Int(routes[route].nameEnd)
    }

    /// The number of the first pattern of the same route, by which a route is told from others.
    func route(of rule: Int) -> Int { rule - Int(routes[rule].position) }

    /// Compares names: negative if the first sorts first, zero if both are equal, positive if the second sorts first.
    func nameOrder(_ left: Int, _ right: Int) -> Int {
        ByteText.order(names.span.extracting(nameRange(left)), names.span.extracting(nameRange(right)))
    }

    /// The entries of a route.
    func entries(_ route: Int) -> [ScopeEntry] { entrySets[Int(routes[route].entries)] }

    /// The paths that a route excludes.
    func excepts(_ route: Int) -> [RoutePath] { routes[route].hasExcepts ? excepts[route] ?? [] : [] }

    /// The routes that a route has an `over` for.
    func overs(_ route: Int) -> [Int] { routes[route].hasOver ? overs[route] ?? [] : [] }

    /// A route's query.
    func query(_ route: Int) -> QueryTable.Query { queries.queries[Int(routes[route].query)] }

    /// True if an offset of the store, or of the index made from it, would need more than 31 bits.
    var isTooLarge: Bool {
        atoms.literals.isFull || writtenSegments.isFull
            || max(atoms.byteCount + queries.keys.bytes.count, pathAtoms.count, names.count, routes.count) >= 1 << 31
    }
}
