/// The segments `.` and `..`, in every form that the standard resolves.
///
/// *Source*: WHATWG URL, section 4.2, "single-dot" and "double-dot URL path segment".
enum DotSegment {
    /// True if a dot, raw or escaped, is at an offset of the text.
    static func mayBegin(_ text: Span<UInt8>, at offset: Int) -> Bool {
        let byte = text[offset]
        return byte == ASCII.dot
            || (byte == ASCII.percent && text.byte(at: offset + 1) == 0x32
                && text.byte(at: offset + 2)?.lowered == 0x65)
    }

    /// 1 for a single dot, 2 for a double dot, where each dot may be written `%2e`; 0 for any other segment.
    static func dots(_ text: Span<UInt8>, _ range: ByteRange) -> Int {
        guard !range.isEmpty, range.count <= 6 else { return 0 }
        let first = text[Int(range.start)]
        guard first == ASCII.dot || first == ASCII.percent else { return 0 }
        var cursor = PercentDecoding(range)
        var count = 0
        while let byte = cursor.next(text) {
            guard byte == ASCII.dot else { return 0 }
            count += 1
        }
        return count <= 2 ? count : 0
    }
}
