// The way in for large tables: patterns go from their text into the builder's flat arrays, without a `Pattern` and a
// `RouteRule` for each, which cost a million routes a gigabyte.
//
//     let path = try builder.path(text, sets: …)          once for each route; errors as from `Pattern.parse`
//     let captures = builder.captures(of: path)           to check the route's parameters; once for each `captureList`
//     let number = builder.add(name: …, path: path, query: query, entries: everyScope)
//     builder.setOver([other], of: number)

extension RouteIndexBuilder {
    /// The number of a set of entries, for `add`.
    package mutating func entrySet(_ entries: [ScopeEntry]) -> EntrySet { store.intern(entries) }

    /// The number of what routes say about the query, for `add`.
    package mutating func querySet(_ query: [QueryCondition] = [], isStrict: Bool = false) -> QuerySet {
        store.intern(query, isStrict: isStrict)
    }

    /// Parses a pattern's text.
    ///
    /// - Parameter sets: finds the set of `values NAME …` for `@NAME`; answers alike for as long as the builder lives.
    /// *Throws*: as `Pattern.parse`, of the same text.
    /// *Cost*: a hash for each segment, where the segments are plain or were met before.
    package mutating func path(
        _ text: Span<UInt8>, sets: (String) -> ValueSet?
    ) throws(PatternError) -> RoutePath {
        try store.path(text, sets: sets)
    }

    /// The named captures of a path in the order of its pattern.
    package func captures(of path: RoutePath) -> [Pattern.Capture] { store.captures.captures(path.captureList) }

    /// Adds a route by its parts and returns its number, counted from 0 together with those of `add(_:)`.
    ///
    /// - Parameters:
    ///   - name: unique among the routes.
    ///   - path: of this builder, as are `query` and `entries`.
    package mutating func add(
        name: Span<UInt8>, path: RoutePath, query: QuerySet, excepts: [ExclusionPattern] = [], entries: EntrySet
    ) -> Int {
        store.add(name: name, path: path, query: query, excepts: excepts, entries: entries)
    }

    /// Says which routes, perhaps of later numbers, a route beats where they overlap.
    package mutating func setOver(_ others: [Int], of rule: Int) { store.setOver(others, of: rule) }
}
