internal import Links

// Tests a text of a link against a type. The automaton (`isRun`) decides; the common types have a loop without states
// that gives the same answer sooner. Tests compare the two.

extension OpenType {
    /// True if `bytes` is a text of the type.
    ///
    /// *Cost*: linear, no allocation.
    func accepts(_ bytes: Span<UInt8>) -> Bool { accepts(bytes, bytes.indices) }

    /// True if the bytes in `range` are a text of the type.
    func accepts(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard !range.isEmpty else { return false }
        switch self {
        case .string: return true
        case .slug:
            guard bytes[range.lowerBound] != UInt8(ascii: "-") else { return false }
            for index in range where !ByteText.isSlugStart(bytes[index]) && bytes[index] != UInt8(ascii: "-") {
                return false
            }
            return true
        case .hex:
            for index in range where bytes[index].hexValue == nil { return false }
            return true
        case .integer(let low, let high): return Self.isInteger(bytes, range, low, high)
        case .fixed(let alphabet, let count):
            guard range.count == count else { return false }
            for index in range where !alphabet.contains(bytes[index]) { return false }
            return true
        case .text(let least, let most):
            var count = 0
            // Every byte but those that continue a character.
            for index in range where bytes[index] & 0xC0 != 0x80 { count += 1 }
            return count >= least && count <= most
        case .uuid, .date: return isRun(bytes, range)
        }
    }

    /// True if the automaton of the type accepts the bytes in `range`.
    func isRun(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        var state = 0
        for index in range {
            state = step(state, bytes[index])
            if state == Self.dead { return false }
        }
        return isAccepting(state)
    }

    /// True if the bytes are an integer of the range without leading zeros; nineteen digits always fit 64 bits.
    private static func isInteger(_ bytes: Span<UInt8>, _ range: Range<Int>, _ low: Int64, _ high: Int64) -> Bool {
        let isNegative = bytes[range.lowerBound] == UInt8(ascii: "-")
        let first = range.lowerBound + (isNegative ? 1 : 0)
        let count = range.upperBound - first
        guard count >= 1, count <= 19, bytes[first] != UInt8(ascii: "0") || count == 1 && !isNegative else {
            return false
        }
        var value: UInt64 = 0
        for index in first..<range.upperBound {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit <= 9 else { return false }
            value = value &* 10 &+ UInt64(digit)
        }
        if isNegative { return low < 0 && value <= low.magnitude && (high >= 0 || value >= high.magnitude) }
        return high >= 0 && value <= UInt64(high) && (low <= 0 || value >= UInt64(low))
    }
}
