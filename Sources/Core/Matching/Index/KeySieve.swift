internal import Links

// Finds the routes of one path by the keys that a link has. Many routes of one path may differ by these alone: with ten
// keys, each required or absent, there are 1,024 of them. To test the query of each takes microseconds. So a long list
// of such routes has a table of bits, one column per route and two rows per key:
//
//     route            0 `query start`     1 `query game, !start`     2 no keys
//     start is there        1                  0                          1
//     start is absent       0                  1                          1
//     game is there         1                  1                          1
//     game is absent        1                  0                          1
//
// A bit is set if the route may still accept. For a link the rows of its keys, and of the keys that it lacks, are
// combined by "and", 64 routes at a time and in order of precedence. The queries of the routes that remain are tested
// as usual, so the table needs to know neither values nor all keys.

/// Passes over the routes of one path that the keys of a link rule out.
struct KeySieve: ~Copyable, Sendable {
    /// The rows of one long list.
    struct Rows {
        /// The first terminal of the list.
        let terminals: UInt32
        /// The position in `bits` of the rows for the first 64 routes.
        let bits: UInt32
        let keyCount: UInt32
    }

    /// The keys of one route: those that it requires, and those that must be absent.
    struct RouteKeys {
        var required: [[UInt8]] = []
        var absent: [[UInt8]] = []
    }

    /// *Units*: routes of one list; the queries of fewer are tested one by one.
    ///
    /// Fewer cost less that way than the lookup of the link's keys does.
    static let fewRoutes = 16
    /// *Units*: keys of one list; of more, those that most routes name have rows.
    private static let mostKeys = 64

    /// Sorted by `terminals`.
    private var rows: [Rows] = []
    /// For 64 routes after the other: per key the routes that accept without it, and the routes that accept with it.
    private var bits: [UInt64] = []
    /// The keys by the number of their list; the target of each is its number in the list.
    private var keys = SegmentTable(count: 0)

    /// *Units*: bytes that the sieve holds.
    var byteCount: Int {
        keys.byteCount + bits.count * MemoryLayout<UInt64>.stride + rows.count * MemoryLayout<Rows>.stride
    }

    /// Makes the rows of all long lists.
    ///
    /// - Parameters:
    ///   - lists: the lists of an index, in order.
    ///   - terminals: the numbers in them.
    ///   - keys: the keys of the route with a number; a denial has none.
    init(_ lists: some Sequence<RouteIndex.Slice>, _ terminals: [UInt32], keys: (UInt32) -> RouteKeys) {
        var named: [[[UInt8]]] = []
        for list in lists where list.count >= Self.fewRoutes {
            let routes = terminals[list.range].map(keys)
            let names = Self.names(of: routes)
            guard !names.isEmpty else { continue }
            rows.append(
                Rows(
                    terminals: list.start, bits: UInt32(truncatingIfNeeded: bits.count),
                    keyCount: UInt32(truncatingIfNeeded: names.count)))
            named.append(names)
            fill(routes, names)
        }
        fill(named)
    }

    /// The keys that have rows, in a fixed order.
    private static func names(of routes: [RouteKeys]) -> [[UInt8]] {
        var counts: [[UInt8]: Int] = [:]
        for route in routes { for key in route.required + route.absent { counts[key, default: 0] += 1 } }
        let sorted = counts.sorted {
            $0.value != $1.value ? $0.value > $1.value : $0.key.lexicographicallyPrecedes($1.key)
        }
        return sorted.prefix(mostKeys).map(\.key)
    }

    private mutating func fill(_ routes: [RouteKeys], _ names: [[UInt8]]) {
        let numbers = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
        for start in stride(from: 0, to: routes.count, by: 64) {
            let first = bits.count
            bits += Array(repeating: .max, count: names.count * 2)
            for (place, route) in routes[start..<min(start + 64, routes.count)].enumerated() {
                for key in route.required {
                    if let row = numbers[key] { bits[first + row * 2] &= ~(1 << UInt64(place)) }
                }
                for key in route.absent {
                    if let row = numbers[key] { bits[first + row * 2 + 1] &= ~(1 << UInt64(place)) }
                }
            }
        }
    }

    private mutating func fill(_ named: [[[UInt8]]]) {
        keys = SegmentTable(count: named.reduce(0) { $0 + $1.count })
        for (list, names) in named.enumerated() {
            for (number, name) in names.enumerated() {
                let branch = RouteIndex.Branch(target: UInt32(truncatingIfNeeded: number), number: 0, rule: 0)
                keys.insert(parent: UInt32(truncatingIfNeeded: list), name.span, name.indices, branch)
            }
        }
    }

    /// The number of the list that begins at a terminal; nil if its queries are tested one by one.
    func list(at terminals: UInt32) -> Int? {
        let place = rows.firstPlace { $0.terminals < terminals }
        return place < rows.count && rows[place].terminals == terminals ? place : nil
    }

    /// The keys of a list that a link has, by their numbers.
    func present(in link: borrowing Link, _ bytes: Span<UInt8>, list: Int) -> UInt64 {
        var present: UInt64 = 0
        for index in 0..<link.queryItemCount {
            let item = link.queryItem(index)
            guard item.keyBreach == nil,
                let found = keys.find(parent: UInt32(truncatingIfNeeded: list), bytes, item.key)
            else { continue }
            present |= 1 << UInt64(found.target)
        }
        return present
    }

    /// The routes that may accept, of the 64 after the first `64 * block` of a list; a link with fewer routes has bits for
    /// none of the others.
    func mayAccept(list: Int, block: Int, _ present: UInt64) -> UInt64 {
        let count = Int(rows[list].keyCount)
        let first = Int(rows[list].bits) + block * count * 2
        var left = UInt64.max
        for key in 0..<count {
            left &= bits[first + key * 2 + Int(truncatingIfNeeded: present >> UInt64(key) & 1)]
            if left == 0 { break }
        }
        return left
    }
}
