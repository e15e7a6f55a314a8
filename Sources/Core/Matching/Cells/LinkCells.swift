// Links that stand for all others: where two tables can tell links apart, some of these are told apart. So two tables that
// decide these alike decide every link alike, and where they differ there is a link that shows it.
//
//     scopes    of every scheme and host that a table declares, and of hosts that only a wildcard covers
//       paths     of every group of patterns, exceptions and denials that some path has to itself (PathCells)
//         queries   of every combination that the keys of these routes tell apart (QueryCells)
//           fragments
//
// The cells are exact; what a link of them is worth is decided by the tables themselves.

package import Links

/// The links that two tables can tell apart.
package struct LinkCells {
    /// A table, as far as it tells links apart.
    package struct Table: Sendable {
        /// A pattern of a route.
        struct Entry {
            let rule: RouteRule
            /// Those of the rule's pattern.
            let paths: PathSet
            let fragment: Language?
            /// What becomes of its links, and which those are.
            let meaning: String
        }

        /// The declared schemes and hosts.
        var scopes = ScopeDeclarations()
        var rules: [Entry] = []
        var denials: [(pattern: ExclusionPattern, entries: [ScopeEntry])] = []

        /// Makes one that declares nothing.
        package init() {}

        /// Declares a scheme or a host; the first owner keeps it.
        package mutating func declare(_ entry: ScopeEntry, file: Int, separator: SegmentSeparator?) {
            switch entry {
            case .scheme(let name): scopes.declare(scheme: name, file: file, separator: separator)
            case .host(let host): scopes.declare(host: host, file: file)
            case .anyScheme, .anyHost: break
            }
        }

        /// Adds a route with one of its patterns.
        ///
        /// - Parameter meaning: the same text for two rules only if they select the same links but for the scopes, say
        ///   `over` the same routes, and the same becomes of their links.
        package mutating func add(_ rule: RouteRule, fragment: Language?, meaning: String) {
            rules.append(Entry(rule: rule, paths: PathSet(rule.pattern), fragment: fragment, meaning: meaning))
        }

        /// Adds a pattern of another table, of whose links the same becomes.
        package mutating func add(_ index: Int, of other: Table) { rules.append(other.rules[index]) }

        /// Adds a denial.
        package mutating func add(denial: ExclusionPattern, entries: [ScopeEntry]) {
            denials.append((denial, entries))
        }
    }

    /// Where links begin, and which entries of each table are looked up for them.
    private struct Start: Hashable {
        let separator: SegmentSeparator?
        let chains: [[ScopeEntry]]
    }

    private let tables: [Table]
    /// False if a link may be missing that the tables tell apart.
    package private(set) var isComplete = true

    /// Takes two tables.
    package init(_ old: Table, _ new: Table) { tables = [old, new] }

    /// Calls with each link; some may have nothing to tell apart.
    package mutating func forEach(_ use: (String) -> Void) {
        var known: Set<Start> = []
        for (origin, start) in starts() where known.insert(start).inserted { walk(from: origin, start, use) }
    }

    // MARK: Scopes

    private func starts() -> [(LinkBuilder.Origin, Start)] {
        let schemes = Set(tables.flatMap { $0.scopes.schemes.keys }).sorted()
        return schemes.flatMap { starts(ofScheme: $0) } + hosts().flatMap { starts(ofHost: $0) }
    }

    private func starts(ofScheme name: String) -> [(LinkBuilder.Origin, Start)] {
        let chains = tables.map { table in
            table.scopes.schemes[name].map { table.scopes.chain(scheme: name, file: $0) } ?? []
        }
        // Both ways to write a link, where one of the tables has a separator of its own.
        let separators = Set(tables.map { $0.scopes.separators[name] }).union([nil])
        return separators.sorted { ($0?.rawValue ?? "") < ($1?.rawValue ?? "") }.map { separator in
            (separator.map { .opaque(name, $0) } ?? .scheme(name), start(chains, separator))
        }
    }

    /// A host for each that a table declares, and some for each wildcard: those that only it covers, as far as there are.
    private func hosts() -> [DeclaredHost] {
        let declared = Set(tables.flatMap { $0.scopes.hosts.keys }).sorted { $0.text < $1.text }
        let labels = ["x", "y", "z", "a.x", "a.y", "a.z", "a.a.x"]
        return declared.flatMap { host -> [DeclaredHost] in
            guard host.kind != .exact else { return [host] }
            return labels.map { host.like(.exact, $0 + "." + host.name) }
        }
    }

    private func starts(ofHost host: DeclaredHost) -> [(LinkBuilder.Origin, Start)] {
        let chains = tables.map { table -> [ScopeEntry] in
            let owner = ([host] + host.wider).first { table.scopes.hosts[$0] != nil }
            return owner.flatMap { owner in
                table.scopes.hosts[owner].map { table.scopes.chain(host: owner, file: $0) }
            } ?? []
        }
        return [(.web(host.origin(label: "")), start(chains, nil))]
    }

    private func start(_ chains: [[ScopeEntry]], _ separator: SegmentSeparator?) -> Start {
        // Entries without rules tell nothing apart, but that there is an owner does.
        let used = zip(tables, chains).map { table, chain in
            let filled = Set(table.rules.flatMap(\.rule.entries) + table.denials.flatMap(\.entries))
            return chain.isEmpty ? [] : chain.filter(filled.contains) + [.anyScheme(file: -1)]
        }
        return Start(separator: separator, chains: used)
    }

    // MARK: Paths and queries

    private mutating func walk(from origin: LinkBuilder.Origin, _ start: Start, _ use: (String) -> Void) {
        let paths = ScopedPaths(zip(tables, start.chains).map { ScopedPaths.Side($0, below: $1) })
        if !paths.isComplete { isComplete = false }
        // A scheme or host that one table alone declares is told apart by any link.
        if start.chains[0].isEmpty != start.chains[1].isEmpty {
            use(LinkBuilder(origin: origin, segments: [[]]).url)
        }
        for (path, taking) in paths.different {
            let queries = QueryCells(of: taking.map(\.rule))
            let fragments = fragments(of: taking.compactMap(\.fragment))
            if !queries.isComplete { isComplete = false }
            for segments in path.first == path.second ? [path.first] : [path.first, path.second] {
                var builder = LinkBuilder(origin: origin, segments: segments)
                for query in queries.queries {
                    builder.query = query
                    for fragment in fragments {
                        builder.fragment = fragment
                        use(builder.url)
                    }
                }
            }
        }
    }

    /// No fragment, and a text of each cell of the types.
    private mutating func fragments(of languages: [Language]) -> [String?] {
        guard !languages.isEmpty else { return [nil] }
        let divided = TextCells(of: Array(Set(languages.map { AtomShape(language: $0) })), textCount: 2)
        if !divided.isComplete { isComplete = false }
        return [nil] + divided.cells.flatMap(\.texts).map { ByteText.string($0) }
    }
}
