// Sorts a million names of nearly the same length and beginning. The common beginning is skipped, the next eight bytes
// make a number, and the numbers are sorted by their bytes in linear time. Only runs of equal numbers are compared as
// texts.

/// Sorts routes by name.
struct NameSort {
    private struct Item {
        let key: UInt64
        let route: UInt32
    }

    /// Sorts the routes in place by the bytes of their names, equal ones by number.
    static func sort(_ routes: inout ArraySlice<UInt32>, _ store: borrowing RouteStore) {
        guard routes.count > 1 else { return }
        let common = commonCount(routes, store)
        var items = routes.map { Item(key: key($0, skipping: common, store), route: $0) }
        sortByKey(&items)
        var start = 0
        while start < items.count {
            var end = start + 1
            while end < items.count && items[end].key == items[start].key { end += 1 }
            if end - start > 1 { sortByText(&items, start..<end, store) }
            start = end
        }
        for (offset, item) in items.enumerated() { routes[routes.startIndex + offset] = item.route }
    }

    private static func sortByText(_ items: inout [Item], _ range: Range<Int>, _ store: borrowing RouteStore) {
        // Copied out and back: a borrowed store cannot be used in an escaping closure, and sorting in place needs one.
        let sorted = items[range].map(\.route).sorted { left, right in
            let order = store.nameOrder(Int(left), Int(right))
            return order == 0 ? left < right : order < 0
        }
        for (offset, route) in sorted.enumerated() {
            items[range.lowerBound + offset] = Item(key: items[range.lowerBound].key, route: route)
        }
    }

    /// *Units*: bytes of the common beginning of all names.
    private static func commonCount(_ routes: ArraySlice<UInt32>, _ store: borrowing RouteStore) -> Int {
        guard let first = routes.first else { return 0 }
        let model = store.nameRange(Int(first))
        return routes.reduce(model.count) { common, route in
            let name = store.nameRange(Int(route))
            return (0..<min(common, name.count)).first {
                store.names[name.lowerBound + $0] != store.names[model.lowerBound + $0]
            } ?? min(common, name.count)
        }
    }

    /// Eight bytes as a number, the first byte highest; a shorter name is padded with zeros, which sort first.
    private static func key(_ route: UInt32, skipping common: Int, _ store: borrowing RouteStore) -> UInt64 {
        let name = store.nameRange(Int(route)).dropFirst(common)
        var key: UInt64 = 0
        for offset in 0..<8 {
            key <<= 8
            if offset < name.count { key |= UInt64(store.names[name.lowerBound + offset]) }
        }
        return key
    }

    /// A radix sort: one stable pass per byte in which the keys differ, the lowest byte first.
    private static func sortByKey(_ items: inout [Item]) {
        var differing: UInt64 = 0
        for item in items { differing |= item.key ^ items[0].key }
        var sorted = items
        for shift in stride(from: UInt64(0), to: 64, by: 8) where differing >> shift & 0xFF != 0 {
            var starts = Array(repeating: 0, count: 257)
            for item in items { starts[Int(item.key >> shift & 0xFF) + 1] += 1 }
            for byte in 1...256 { starts[byte] += starts[byte - 1] }
            for item in items {
                let byte = Int(item.key >> shift & 0xFF)
                sorted[starts[byte]] = item
                starts[byte] += 1
            }
            swap(&items, &sorted)
        }
    }
}
