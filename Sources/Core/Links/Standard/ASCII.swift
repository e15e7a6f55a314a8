/// The ASCII bytes of the URL grammar.
enum ASCII {
    static let tab: UInt8 = 0x09
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let blank: UInt8 = 0x20
    static let hash: UInt8 = 0x23
    static let percent: UInt8 = 0x25
    static let ampersand: UInt8 = 0x26
    static let plus: UInt8 = 0x2B
    static let minus: UInt8 = 0x2D
    static let dot: UInt8 = 0x2E
    static let slash: UInt8 = 0x2F
    static let zero: UInt8 = 0x30
    static let colon: UInt8 = 0x3A
    static let equals: UInt8 = 0x3D
    static let question: UInt8 = 0x3F
    static let at: UInt8 = 0x40
    static let openBracket: UInt8 = 0x5B
    static let backslash: UInt8 = 0x5C
    static let closeBracket: UInt8 = 0x5D
    static let bar: UInt8 = 0x7C
    static let delete: UInt8 = 0x7F
}

extension UInt8 {
    /// True if the byte is one of `0-9`.
    @inlinable @inline(__always)
    package var isDigit: Bool { self &- 0x30 < 10 }

    /// True if the byte is one of `A-Z a-z`.
    @inlinable @inline(__always)
    package var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }

    /// True if the byte is one of `0-9 A-Z a-z`.
    package var isAlphanumeric: Bool { isDigit || isLetter }

    /// The byte, with `A-Z` in lower case.
    @inlinable @inline(__always)
    package var lowered: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

    /// The value of a hexadecimal digit; nil for any other byte.
    @inlinable @inline(__always)
    package var hexValue: UInt8? {
        if isDigit { return self &- 0x30 }
        let letter = (self | 0x20) &- 0x61
        return letter < 6 ? letter &+ 10 : nil
    }

    /// The upper-case hexadecimal digit of a value below 16.
    @inline(__always)
    static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 &+ value : 0x37 &+ value }
}

extension Span where Element == UInt8 {
    /// The byte at an offset; nil at and past the end: the standard's "EOF code point".
    @inline(__always)
    func byte(at offset: Int) -> UInt8? { offset >= 0 && offset < count ? self[offset] : nil }

    /// The offset of the first byte that is not valid UTF-8; nil if all bytes are.
    var firstInvalidUTF8: Int? {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: self)
            return nil
        } catch {
            return error.byteOffsets.lowerBound
        }
    }

    /// True if two hexadecimal digits begin at an offset.
    @inline(__always)
    func hasHexPair(at offset: Int) -> Bool {
        guard let first = byte(at: offset), let second = byte(at: offset + 1) else { return false }
        return first.hexValue != nil && second.hexValue != nil
    }
}
