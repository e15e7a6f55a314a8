// One open-addressing table for a whole trie, keyed by (parent node, segment text).
//
// Every literal edge of every node of every entry is one slot, so following a literal is one hash and, nearly always,
// one cache line, however many siblings the edge has. Nothing is ever removed, so linear probing needs no marks; at
// most half of the slots are taken, so a miss ends soon.

/// A frozen map from (number, text) to two numbers.
struct SegmentTable: ~Copyable, Sendable {
    private struct Slot {
        var first: UInt64 = 0
        /// Zero for an empty slot.
        var second: UInt64 = 0
        var parent: UInt32 = 0
        var target: UInt32 = 0
        var number: UInt32 = 0
    }

    private var slots: [Slot]
    private let mask: Int
    /// The texts that do not fit into a slot.
    private var longTexts: [UInt8] = []

    /// Makes a table for `count` entries.
    init(count: Int) {
        var size = 4
        while size < count * 2 { size *= 2 }
        slots = Array(repeating: Slot(), count: size)
        mask = size - 1
    }

    /// Adds an entry whose key is not in the table yet; at most as many as were announced.
    mutating func insert(parent: UInt32, _ text: [UInt8], target: UInt32, number: UInt32) {
        let key = SegmentKey(text.span, 0..<text.count)
        var second = key.second
        if key.isLong {
            // 32 bits of offset: RouteIndexBuilder refuses tables whose texts are longer together.
            second |= UInt64(UInt32(truncatingIfNeeded: longTexts.count))
            longTexts += text
        }
        var index = Int(truncatingIfNeeded: key.hash(under: parent)) & mask
        while slots[index].second != 0 { index = (index + 1) & mask }
        slots[index] = Slot(first: key.first, second: second, parent: parent, target: target, number: number)
    }

    /// The entry of (`parent`, bytes in `range`); nil where there is none.
    ///
    /// *Cost*: about one cache line, no allocation.
    func find(parent: UInt32, _ bytes: Span<UInt8>, _ range: Range<Int>) -> (target: UInt32, number: UInt32)? {
        let key = SegmentKey(bytes, range)
        var index = Int(truncatingIfNeeded: key.hash(under: parent)) & mask
        while true {
            let slot = slots[index]
            if slot.second == 0 { return nil }
            if slot.first == key.first && slot.parent == parent {
                if slot.second == key.second && !key.isLong { return (slot.target, slot.number) }
                if key.isLong && isLongText(slot.second, key.second, bytes, range) { return (slot.target, slot.number) }
            }
            index = (index + 1) & mask
        }
    }

    private func isLongText(_ stored: UInt64, _ wanted: UInt64, _ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard stored >> 32 == wanted >> 32 else { return false }
        let start = Int(UInt32(truncatingIfNeeded: stored))
        guard start + range.count <= longTexts.count else { return false }
        for index in 0..<range.count where longTexts[start + index] != bytes[range.lowerBound + index] { return false }
        return true
    }
}
