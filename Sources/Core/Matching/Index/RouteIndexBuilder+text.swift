// The interface for large tables. Patterns go from their text into the builder's flat arrays, without a `Pattern` and a
// `RouteRule` for each: for a million routes these take a gigabyte.
//
//     let path = try builder.path(text, sets: …)          once for each route; errors as from `Pattern.parse`
//     let captures = builder.captures(of: path)           to check the route's parameters; once for each `captureList`
//     let number = builder.add(name: …, path: path, query: query, entries: everyScope)
//     builder.setOver([other], of: number)

/// The entries of a route, as a number of one `RouteIndexBuilder`; most routes of a table have the same entries.
package struct EntrySet: Equatable, Sendable {
    let number: UInt32
}

/// The query conditions of a route, as a number of one `RouteIndexBuilder`.
package struct QuerySet: Equatable, Sendable {
    let number: UInt32
}

extension RouteIndexBuilder {
    /// The number of a set of entries, for `add`.
    package mutating func entrySet(_ entries: [ScopeEntry]) -> EntrySet { store.intern(entries) }

    /// The number of a list of query conditions, for `add`.
    ///
    /// - Parameter absent: the keys that a link must not have.
    package mutating func querySet(
        _ query: [QueryCondition] = [], absent: [String] = [], isStrict: Bool = false
    ) -> QuerySet {
        store.intern(query, absent: absent, isStrict: isStrict)
    }

    /// Parses a pattern's text.
    ///
    /// - Parameter sets: returns the set of `values NAME …` for `@NAME`; it may change only after `forgetSegments()`.
    /// *Throws*: the errors of `Pattern.parse` for the same text.
    /// *Cost*: a hash for each segment, if the segments are literals or were seen before.
    package mutating func path(
        _ text: Span<UInt8>, sets: (String) -> ValueSet?
    ) throws(PatternError) -> RoutePath {
        try store.path(text, sets: sets)
    }

    /// Forgets the segments that were parsed: from here on `sets` may return other sets.
    package mutating func forgetSegments() {
        store.writtenSegments = ByteInterner()
        store.segments = []
    }

    /// The named captures of a path in the order of its pattern.
    package func captures(of path: RoutePath) -> [Pattern.Capture] { store.captures.captures(path.captureList) }

    /// Adds a route by its parts and returns its number, counted from 0 together with those of `add(_:)`.
    ///
    /// - Parameters:
    ///   - name: unique among the routes.
    ///   - path: a path of this builder, like `query` and `entries`.
    ///   - position: how many patterns of the same route were added just before; the numbers follow each other.
    package mutating func add(
        name: Span<UInt8>, path: RoutePath, position: Int = 0, query: QuerySet, excepts: [ExclusionPattern] = [],
        entries: EntrySet
    ) -> Int {
        store.add(name: name, path: path, position: position, query: query, excepts: excepts, entries: entries)
    }

    /// Sets the routes that a route beats if they overlap; they may have later numbers.
    package mutating func setOver(_ others: [Int], of rule: Int) { store.setOver(others, of: rule) }
}
