// The one file of this target with unsafe code: the bytes of a span are appended to an array by one copy of memory. The
// safe way is an append for each byte, about five instructions each, which was a third of what writing a plain URL
// took. The pointer does not leave the call, and the span's own count bounds it.

extension Array where Element == UInt8 {
    /// Appends the bytes of a span.
    ///
    /// *Cost*: one copy; an allocation where the capacity does not suffice.
    mutating func append(contentsOf bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
