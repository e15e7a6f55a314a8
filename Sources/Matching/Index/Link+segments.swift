internal import Links

// Segments are read here and not through Links: a call for each shows in the time of a match. And they are read through
// a span that is made once, because a place of an inline array of a lent value is read by copying the whole array.

extension Span<ByteRange> {
    /// The decoded text of a segment below the link's `segmentCount`; the span is that of the link's first segments.
    @inline(__always)
    func text(at depth: Int, of link: borrowing Link) -> ByteRange { depth < count ? self[depth] : link.segment(depth) }
}

extension ByteRange {
    /// The range as array indices.
    var range: Range<Int> { Int(start)..<Swift.max(Int(start), Int(end)) }
}
