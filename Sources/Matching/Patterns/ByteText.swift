/// Comparisons and conversions of byte strings that the standard library lacks for spans.
enum ByteText {
    /// The bytes of `span` as an array.
    static func array(_ span: Span<UInt8>) -> [UInt8] {
        [UInt8](capacity: span.count) { output in
            for index in span.indices { output.append(span[index]) }
        }
    }

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
        guard span.count == text.count else { return false }
        for index in span.indices where span[index] != text[index] { return false }
        return true
    }

    /// True if `text` is one of the words, which are sorted by bytes.
    ///
    /// *Cost*: a binary search.
    static func contains(_ words: [[UInt8]], _ text: Span<UInt8>) -> Bool {
        var low = 0
        var high = words.count
        while low < high {
            let middle = (low + high) / 2
            let word = words[middle]
            let order = Self.order(word.span, text)
            if order == 0 { return true }
            if order < 0 { low = middle + 1 } else { high = middle }
        }
        return false
    }

    /// The bytes as text for messages; invalid UTF-8 becomes U+FFFD.
    static func string(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }

    /// True if `byte` is an ASCII hexadecimal digit of either case.
    static func isHexDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }

    /// True if `byte` may begin a slug: a letter, a digit or `_`.
    static func isSlugStart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
