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
        case .uint: return Self.isNumber(bytes, range, most: UInt64(Int64.max))
        case .int:
            guard bytes[range.lowerBound] == UInt8(ascii: "-") else {
                return Self.isNumber(bytes, range, most: UInt64(Int64.max))
            }
            let digits = range.lowerBound + 1..<range.upperBound
            return !digits.isEmpty && bytes[digits.lowerBound] != UInt8(ascii: "0")
                && Self.isNumber(bytes, digits, most: 1 << 63)
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

    /// True if the bytes are a number without leading zeros, at most `most`; nineteen digits always fit 64 bits.
    private static func isNumber(_ bytes: Span<UInt8>, _ range: Range<Int>, most: UInt64) -> Bool {
        guard range.count <= 19, range.count == 1 || bytes[range.lowerBound] != UInt8(ascii: "0") else { return false }
        var value: UInt64 = 0
        for index in range {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit <= 9 else { return false }
            value = value &* 10 &+ UInt64(digit)
        }
        return value <= most
    }
}
