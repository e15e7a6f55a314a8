internal import Links

/// Comparisons and conversions of byte strings that the standard library lacks for spans.
enum ByteText {
    /// Compares by bytes: negative if `left` sorts first, zero if both are equal, positive if `right` sorts first.
    static func order(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Int {
        let count = min(left.count, right.count)
        for offset in stride(from: 0, to: count, by: 8) {
            let step = min(8, count - offset)
            let mine = SegmentKey.word(left, at: offset, count: step)
            let its = SegmentKey.word(right, at: offset, count: step)
            // The first byte is the lowest one of the word, and the first difference decides.
            if mine != its { return mine.byteSwapped < its.byteSwapped ? -1 : 1 }
        }
        return left.count - right.count
    }

    /// True if `span` holds exactly the bytes of `text`.
    static func equal(_ span: Span<UInt8>, _ text: [UInt8]) -> Bool {
        span.count == text.count && SegmentKey.isEqual(span, 0, text.span, 0, count: text.count)
    }

    /// True if `text` is one of the words, which are sorted by bytes.
    ///
    /// *Cost*: a binary search.
    static func contains(_ words: [[UInt8]], _ text: Span<UInt8>) -> Bool {
        let place = words.firstPlace { order($0.span, text) < 0 }
        return place < words.count && equal(text, words[place])
    }

    /// The bytes as text for messages; invalid UTF-8 becomes U+FFFD.
    static func string(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }

    /// True if `byte` may begin a slug: a letter, a digit or `_`.
    static func isSlugStart(_ byte: UInt8) -> Bool { byte.isLetter || byte.isDigit || byte == UInt8(ascii: "_") }
}
