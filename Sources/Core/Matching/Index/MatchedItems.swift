/// For each declared query condition of a matched rule: the number of its item in the link.
///
/// *Cost*: up to eight conditions never allocate; more of them allocate once.
package struct MatchedItems: Sendable {
    private static let inlineCount = 8

    /// The number of conditions that the rule declares.
    package private(set) var count = 0
    // Items are at most Limits.queryItems; -1 means no item.
    private var head = InlineArray<8, Int16>(repeating: -1)
    private var rest: [Int16] = []

    init() {}

    /// The numbers of the conditions.
    package var indices: Range<Int> { 0..<count }

    /// The number of the item of a condition below `count`; nil if the link has none.
    package subscript(condition: Int) -> Int? {
        precondition(condition >= 0 && condition < count, "a condition of a match is one of its rule")
        let item = condition < Self.inlineCount ? head[condition] : rest[condition - Self.inlineCount]
        return item < 0 ? nil : Int(item)
    }

    /// Adds the item of the next condition.
    mutating func append(_ item: Int?) {
        let item = Int16(clamping: item ?? -1)
        if count < Self.inlineCount { head[count] = item } else { rest.append(item) }
        count += 1
    }

    /// Removes all items.
    mutating func removeAll() {
        if count > Self.inlineCount { rest.removeAll(keepingCapacity: true) }
        count = 0
    }
}
