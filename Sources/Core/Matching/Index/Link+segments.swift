internal import Links

// Segments are read here and not through Links, because a call for each is measurable in the time of a match. They are
// read through a span that is made once: reading an element of an inline array of a borrowed value copies the whole
// array.

extension Span<ByteRange> {
    /// The decoded text of a segment below the link's `segmentCount`; the span holds the link's first segments.
    @inline(__always)
    func text(at depth: Int, of link: borrowing Link) -> ByteRange { depth < count ? self[depth] : link.segment(depth) }
}

extension ByteRange {
    /// The range as array indices.
    var range: Range<Int> { Int(start)..<Swift.max(Int(start), Int(end)) }
}
