/// Stage 1 of parsing: finds the bytes that the standard removes from a text before parsing it.
///
/// *Shape*: controls and blanks at both ends, TAB, LF and CR everywhere.
/// *Source*: WHATWG URL, section 4.4, steps 1 to 4 of the basic URL parser.
struct CleanedText {
    /// The text without the controls and blanks at both ends.
    let range: Range<Int>
    /// The offset in the text of the first TAB, LF or CR inside the range.
    let tabOrNewline: Int?
    /// True if the range has no byte above 0x7F.
    let isASCII: Bool

    init(_ text: Span<UInt8>) {
        var start = 0
        var end = text.count
        while start < end, text[start] <= ASCII.blank { start += 1 }
        while end > start, text[end - 1] <= ASCII.blank { end -= 1 }
        range = start..<end
        var all: UInt8 = 0
        var lowest = UInt8.max
        for index in start..<end {
            all |= text[index]
            lowest = min(lowest, text[index])
        }
        isASCII = all < 0x80
        tabOrNewline = lowest < ASCII.blank ? range.first { Self.isRemoved(text[$0]) } : nil
    }

    /// True if parsing removes a byte anywhere in a text.
    static func isRemoved(_ byte: UInt8) -> Bool {
        byte == ASCII.tab || byte == ASCII.lineFeed || byte == ASCII.carriageReturn
    }

    /// The cleaned text: the range without TAB, LF and CR.
    func stripped(_ text: Span<UInt8>) -> [UInt8] {
        [UInt8](capacity: range.count) { output in
            for index in range where !Self.isRemoved(text[index]) { output.append(text[index]) }
        }
    }

    /// The offset in the text as sent of a byte of the cleaned text.
    ///
    /// *Cost*: linear if a byte inside was removed; only texts with errors or validation errors pay it.
    func offsetAsSent(_ offset: Int, in text: Span<UInt8>) -> Int {
        guard tabOrNewline != nil else { return range.lowerBound + offset }
        var left = offset
        for index in range where !Self.isRemoved(text[index]) {
            if left == 0 { return index }
            left -= 1
        }
        return range.upperBound
    }
}
