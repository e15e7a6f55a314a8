// Numbers in bytes, without unsafe code. A function looks at its bounds once, before its loop; after that the
// compiler makes one machine instruction of the eight steps that read or write a number.

extension MutableSpan<UInt8> {
    /// Writes a number at a place, the lowest byte first.
    @inline(__always)
    mutating func store<Number: FixedWidthInteger>(_ number: Number, at place: Int) {
        let size = Number.bitWidth / 8
        precondition(place >= 0 && place <= count &- size, "there is room for the number")
        var byte = 0
        while byte < size {
            self[place &+ byte] = UInt8(truncatingIfNeeded: number &>> Number(truncatingIfNeeded: 8 &* byte))
            byte &+= 1
        }
    }
}

extension Span<UInt8> {
    /// The number of two bytes from a place on, the lowest first.
    @inline(__always)
    func u16(_ at: Int) -> UInt16 {
        precondition(at >= 0 && at <= count &- 2, "the number lies in the bytes")
        return UInt16(self[at]) | UInt16(self[at &+ 1]) << 8
    }

    /// The number of four bytes.
    @inline(__always)
    func u32(_ at: Int) -> UInt32 {
        precondition(at >= 0 && at <= count &- 4, "the number lies in the bytes")
        return UInt32(self[at]) | UInt32(self[at &+ 1]) << 8 | UInt32(self[at &+ 2]) << 16
            | UInt32(self[at &+ 3]) << 24
    }

    /// The number of eight bytes.
    @inline(__always)
    func u64(_ at: Int) -> UInt64 {
        precondition(at >= 0 && at <= count &- 8, "the number lies in the bytes")
        return UInt64(u32(at)) | UInt64(u32(at &+ 4)) << 32
    }

    /// Whether the bytes at a place are those of another text, and as many.
    func isEqual(_ range: Range<Int>, to other: [UInt8]) -> Bool {
        range.count == other.count && hasPrefix(range, other)
    }

    /// Whether the bytes at a place begin with those of another text.
    func hasPrefix(_ range: Range<Int>, _ other: [UInt8]) -> Bool {
        guard range.count >= other.count else { return false }
        for index in other.indices where self[range.lowerBound + index] != other[index] { return false }
        return true
    }
}
