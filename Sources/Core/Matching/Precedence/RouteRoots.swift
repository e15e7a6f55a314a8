/// The roots of a table's trie: one for the routes of each entry, and one for its denials.
struct RouteRoots {
    /// Entries with the same routes share a root.
    private(set) var rules: [ScopeEntry: Int32] = [:]
    private(set) var denials: [ScopeEntry: Int32] = [:]
    /// The distinct roots of routes, each with one of its entries.
    private(set) var distinct: [(root: Int32, entry: ScopeEntry)] = []

    /// Inserts every route and denial into the trie; members past the routes are denials.
    init(_ store: borrowing RouteStore, in trie: inout RouteTrie) {
        self.init(store, where: { _ in true }, in: &trie)
        plantDenials(store, in: &trie)
    }

    /// Inserts some of the routes, by their numbers, and no denial.
    init(_ store: borrowing RouteStore, where isIncluded: (Int) -> Bool, in trie: inout RouteTrie) {
        var sets: [ScopeEntry: [Int]] = [:]
        for (number, entries) in store.entrySets.enumerated() {
            for entry in Set(entries) { sets[entry, default: []].append(number) }
        }
        let (starts, sorted) = store.routesBySet()
        var shared: [[Int]: Int32] = [:]
        for (entry, numbers) in sets.sorted(by: { $0.key.text < $1.key.text }) {
            let used = numbers.filter { starts[$0] < starts[$0 + 1] }
            if let root = shared[used] {
                rules[entry] = root
                continue
            }
            guard !used.isEmpty else { continue }
            let root = trie.makeRoot()
            for set in used {
                for route in sorted[starts[set]..<starts[set + 1]] where isIncluded(Int(route)) {
                    trie.insert(Int32(bitPattern: route), under: root, store)
                }
            }
            shared[used] = root
            rules[entry] = root
            distinct.append((root, entry))
        }
    }

    private mutating func plantDenials(_ store: borrowing RouteStore, in trie: inout RouteTrie) {
        for (number, denial) in store.denials.enumerated() {
            // In an order of their own, so that one table always has the same index.
            for entry in Set(denial.entries).sorted(by: { $0.text < $1.text }) {
                let root = denials[entry] ?? trie.makeRoot()
                trie.insert(Int32(truncatingIfNeeded: store.routes.count + number), under: root, store)
                denials[entry] = root
            }
        }
    }
}
