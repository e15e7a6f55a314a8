internal import Glibc

/// The free bytes of a `LineBuffer`, which one line is written into.
///
/// A line that is longer than the room is cut, and the buffer then counts it as lost.
@safe package struct LineRoom: ~Copyable {
    private let start: UnsafeMutableRawPointer
    private let capacity: Int
    /// *Units*: bytes written.
    private(set) var count = 0
    /// True if a part of the line did not fit.
    private(set) var isExceeded = false

    /// Makes room of uninitialised bytes, which must stay allocated as long as it is used.
    init(_ start: UnsafeMutableRawPointer, capacity: Int) {
        unsafe self.start = start
        self.capacity = capacity
    }

    /// Appends bytes.
    ///
    /// *Cost*: one look at the room, and a copy.
    package mutating func append(_ bytes: Span<UInt8>) {
        guard bytes.count <= capacity &- count else { return isExceeded = true }
        unsafe bytes.withUnsafeBytes { bytes in
            guard let from = bytes.baseAddress else { return }
            unsafe _ = memcpy(start + count, from, bytes.count)
        }
        count &+= bytes.count
    }

    /// Appends bytes.
    package mutating func append(_ bytes: [UInt8]) { append(bytes.span) }

    /// Appends the UTF-8 of a text.
    package mutating func append(_ text: String) {
        let bytes = text.utf8
        append(bytes.span)
    }

    /// Appends the UTF-8 of a literal.
    package mutating func append(literal text: StaticString) {
        let length = text.utf8CodeUnitCount
        guard length <= capacity &- count else { return isExceeded = true }
        unsafe _ = memcpy(start + count, text.utf8Start, length)
        count &+= length
    }

    /// Appends one byte.
    package mutating func append(_ byte: UInt8) {
        guard count < capacity else { return isExceeded = true }
        unsafe start.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        count &+= 1
    }

    /// Appends a number in decimal digits.
    package mutating func append(_ number: UInt32) {
        var (length, bound) = (1, 10 as UInt64)
        while number >= bound { (length, bound) = (length &+ 1, bound &* 10) }
        guard length <= capacity &- count else { return isExceeded = true }
        var (rest, place) = (number, count &+ length)
        repeat {
            place &-= 1
            let digit = UInt8(truncatingIfNeeded: rest % 10) &+ UInt8(ascii: "0")
            unsafe start.storeBytes(of: digit, toByteOffset: place, as: UInt8.self)
            rest /= 10
        } while rest > 0
        count &+= length
    }
}
