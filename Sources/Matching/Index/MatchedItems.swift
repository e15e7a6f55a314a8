/// For each declared query condition of a matched rule the number of its item in the link.
///
/// *Cost*: no allocation for up to eight conditions, and none after the first for more.
package struct MatchedItems: Sendable {
    private static let inlineCount = 8

    /// How many conditions the rule declares.
    package private(set) var count = 0
    // Items are at most Limits.queryItems; -1 stands for none.
    private var head = InlineArray<8, Int16>(repeating: -1)
    private var rest: [Int16] = []

    init() {}

    /// The numbers of the conditions.
    package var indices: Range<Int> { 0..<count }

    /// The number of the item of a condition below `count`; nil where the link has none.
    package subscript(condition: Int) -> Int? {
        precondition(condition >= 0 && condition < count, "a condition of a match is one of its rule")
        let item = condition < Self.inlineCount ? head[condition] : rest[condition - Self.inlineCount]
        return item < 0 ? nil : Int(item)
    }

    /// Adds what the next condition has.
    mutating func append(_ item: Int?) {
        let item = Int16(clamping: item ?? -1)
        if count < Self.inlineCount { head[count] = item } else { rest.append(item) }
        count += 1
    }

    /// Forgets all items.
    mutating func removeAll() {
        if count > Self.inlineCount { rest.removeAll(keepingCapacity: true) }
        count = 0
    }
}
