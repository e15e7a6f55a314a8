// Stores each distinct byte string once, all in one array. Strings that a table repeats (literals, keys, the texts of
// segments) are stored and compared as small numbers. A million strings cost their bytes and twelve to twenty more
// each; a million arrays in a dictionary cost a hundred each.

/// Distinct byte strings with numbers from 0.
///
/// *Limits*: 2³² bytes in all; past them `isFull` is true, and further strings have the number 0.
package struct ByteInterner: ~Copyable, Sendable {
    private struct Slot {
        var hash: UInt32 = 0
        /// The number plus one; zero for an empty slot.
        var number: UInt32 = 0
    }

    /// All strings, in the order of their numbers.
    package private(set) var bytes: [UInt8] = []
    /// True if a string did not fit.
    package private(set) var isFull = false
    private var ends: [UInt32] = []
    private var slots: [Slot] = Array(repeating: Slot(), count: 16)

    /// The number of strings.
    package var count: Int { ends.count }

    package init() {}

    /// The position of a string in `bytes`.
    package func range(of number: Int) -> Range<Int> {
        (number == 0 ? 0 : Int(ends[number - 1]))..<Int(ends[number])
    }

    /// A string by its number.
    package func text(of number: Int) -> [UInt8] { Array(bytes[range(of: number)]) }

    /// A string by its number, if all strings are UTF-8.
    package func string(of number: Int) -> String { String(decoding: bytes[range(of: number)], as: UTF8.self) }

    /// The number of the bytes in `range` of `text`; nil if they are not stored.
    package func number(of text: Span<UInt8>, _ range: Range<Int>) -> Int? {
        let found = slots[slot(of: text, range, hash: Self.hash(text, range))]
        return found.number == 0 ? nil : Int(found.number) - 1
    }

    /// The number of the bytes in `range` of `text`; it is new if they are not stored yet.
    package mutating func intern(_ text: Span<UInt8>, _ range: Range<Int>) -> Int {
        let hash = Self.hash(text, range)
        var index = slot(of: text, range, hash: hash)
        if slots[index].number != 0 { return Int(slots[index].number) - 1 }
        guard bytes.count + range.count < Int(UInt32.max), ends.count < Int(Int32.max) else {
            isFull = true
            return 0
        }
        if ends.count * 3 >= slots.count * 2 {
            grow()
            index = slot(of: text, range, hash: hash)
        }
        for offset in range { bytes.append(text[offset]) }
        ends.append(UInt32(truncatingIfNeeded: bytes.count))
        slots[index] = Slot(hash: hash, number: UInt32(truncatingIfNeeded: ends.count))
        return ends.count - 1
    }

    /// The slot that holds the text, or the empty slot for it.
    private func slot(of text: Span<UInt8>, _ range: Range<Int>, hash: UInt32) -> Int {
        var index = Int(hash) & (slots.count - 1)
        while slots[index].number != 0 {
            if slots[index].hash == hash && isEqual(Int(slots[index].number) - 1, text, range) { break }
            index = (index + 1) & (slots.count - 1)
        }
        return index
    }

    private func isEqual(_ number: Int, _ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
        let own = self.range(of: number)
        return own.count == range.count
            && SegmentKey.isEqual(bytes.span, own.lowerBound, text, range.lowerBound, count: own.count)
    }

    private mutating func grow() {
        let old = slots
        let mask = old.count * 2 - 1
        slots = Array(repeating: Slot(), count: old.count * 2)
        for slot in old where slot.number != 0 {
            var index = Int(slot.hash) & mask
            while slots[index].number != 0 { index = (index + 1) & mask }
            slots[index] = slot
        }
    }

    private static func hash(_ text: Span<UInt8>, _ range: Range<Int>) -> UInt32 {
        UInt32(truncatingIfNeeded: SegmentKey(text, range).hash(under: 0))
    }
}
