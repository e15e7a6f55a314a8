internal import Conf
internal import Links

// One open-addressing table for a whole trie, keyed by (parent node, segment text).
//
// Every literal edge of every node of every entry is one slot. So following a literal takes one hash and, nearly
// always, one cache line, for any number of sibling edges. Entries are never removed, so linear probing needs no
// deletion marks. At most half of the slots are used, so a miss ends soon. The number of slots is twice the number of
// entries and not a power of two: the upper half of the product of hash and size is as fast as a mask and wastes no
// memory.

/// A frozen map from (number, text) to a branch.
struct SegmentTable: ~Copyable, Sendable {
    private struct Slot {
        var first: UInt64 = 0
        /// Zero for an empty slot.
        var second: UInt64 = 0
        var parent: UInt32 = 0
        var target: UInt32 = 0
        var number: UInt32 = 0
        var rule: UInt32 = 0
    }

    private var slots: [Slot]
    /// The texts that do not fit into a slot.
    private var longTexts: [UInt8] = []

    /// Makes a table for `count` entries.
    init(count: Int) { slots = Array(repeating: Slot(), count: max(4, count * 2)) }

    /// *Units*: bytes that the table holds.
    var byteCount: Int { slots.count * MemoryLayout<Slot>.stride + longTexts.count }

    /// Adds an entry, and returns the number of its slot; its key must be new, and there is room for the announced count
    /// only.
    @discardableResult
    mutating func insert(
        parent: UInt32, _ text: Span<UInt8>, _ range: Range<Int>, _ branch: RouteIndex.Branch
    ) -> UInt32 {
        let key = SegmentKey(text, range)
        var second = key.second
        if key.isLong {
            // The offset has 32 bits: RouteIndexBuilder refuses tables with longer texts in all.
            second |= UInt64(UInt32(truncatingIfNeeded: longTexts.count))
            for offset in range { longTexts.append(text[offset]) }
        }
        var index = place(of: key, under: parent)
        while slots[index].second != 0 { index = index + 1 == slots.count ? 0 : index + 1 }
        slots[index] = Slot(
            first: key.first, second: second, parent: parent, target: branch.target, number: branch.number,
            rule: branch.rule)
        return UInt32(truncatingIfNeeded: index)
    }

    /// The slots of all entries under a parent.
    ///
    /// *Cost*: a look at every slot of the table.
    func slots(under parent: UInt32) -> [UInt32] {
        slots.indices.filter { slots[$0].second != 0 && slots[$0].parent == parent }.map { UInt32($0) }
    }

    /// The branch of the entry in a slot.
    func branch(at slot: UInt32) -> RouteIndex.Branch {
        let slot = slots[Int(slot)]
        return RouteIndex.Branch(target: slot.target, number: slot.number, rule: slot.rule)
    }

    /// The text of the entry in a slot.
    func text(at slot: UInt32) -> [UInt8] {
        let slot = slots[Int(slot)]
        let key = SegmentKey(first: slot.first, second: slot.second)
        guard key.isLong else { return key.inlineText }
        let start = Int(UInt32(truncatingIfNeeded: slot.second))
        return Array(longTexts[start..<start + key.count])
    }

    /// How many mistakes turn a word into the text of the entry in a slot; nothing is allocated.
    func mistakes(of word: EditDistance, at slot: UInt32) -> Int {
        let slot = slots[Int(slot)]
        let key = SegmentKey(first: slot.first, second: slot.second)
        guard key.isLong else {
            var text = InlineArray<15, UInt8>(repeating: 0)
            for index in 0..<key.count { text[index] = key.inlineByte(index) }
            return word(to: text.span.extracting(0..<key.count))
        }
        let start = Int(UInt32(truncatingIfNeeded: slot.second))
        return word(to: longTexts.span.extracting(start..<start + key.count))
    }

    /// *Units*: bytes of the text of the entry in a slot.
    func textCount(at slot: UInt32) -> Int {
        SegmentKey(first: slots[Int(slot)].first, second: slots[Int(slot)].second).count
    }

    /// The entry of (`parent`, bytes in `range`, which lies inside `bytes`); nil if there is none.
    ///
    /// *Cost*: about one cache line, no allocation.
    func find(parent: UInt32, _ bytes: Span<UInt8>, _ range: ByteRange) -> RouteIndex.Branch? {
        let key = SegmentKey(bytes, at: Int(range.start), count: Int(range.end) &- Int(range.start))
        var index = place(of: key, under: parent)
        while true {
            let slot = slots[index]
            if slot.second == 0 { return nil }
            if slot.first == key.first && slot.parent == parent {
                let isSame =
                    key.isLong ? isLongText(slot.second, key.second, bytes, range) : slot.second == key.second
                if isSame { return RouteIndex.Branch(target: slot.target, number: slot.number, rule: slot.rule) }
            }
            index = index &+ 1 == slots.count ? 0 : index &+ 1
        }
    }

    private func place(of key: SegmentKey, under parent: UInt32) -> Int {
        Int(truncatingIfNeeded: key.hash(under: parent).multipliedFullWidth(by: UInt64(slots.count)).high)
    }

    private func isLongText(
        _ stored: UInt64, _ wanted: UInt64, _ bytes: Span<UInt8>, _ range: ByteRange
    ) -> Bool {
        guard stored >> 32 == wanted >> 32 else { return false }
        let start = Int(UInt32(truncatingIfNeeded: stored))
        let count = Int(range.end) - Int(range.start)
        guard start + count <= longTexts.count else { return false }
        return SegmentKey.isEqual(longTexts.span, start, bytes, Int(range.start), count: count)
    }
}
