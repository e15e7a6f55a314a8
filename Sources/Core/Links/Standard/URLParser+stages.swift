extension URLParser {
    /// Parses a text, in all four stages.
    ///
    /// *Throws*: `.invalid` with the rule and the offset into the text.
    mutating func parse(_ text: Span<UInt8>) throws(LinkError) {
        guard text.count <= Self.maximumBytes else {
            throw .invalid(rule: .textTooLong, offset: Self.maximumBytes)
        }
        let cleaned = CleanedText(text)
        if !cleaned.isASCII, let offset = text.firstInvalidUTF8 {
            throw .invalid(rule: .invalidUTF8, offset: offset)
        }
        do throws(LinkError) {
            if cleaned.tabOrNewline == nil {
                try locateAndWrite(text.extracting(cleaned.range))
            } else {
                let stripped = cleaned.stripped(text)
                try locateAndWrite(stripped.span)
            }
        } catch {
            guard case .invalid(let rule, let offset) = error else { throw error }
            throw .invalid(rule: rule, offset: cleaned.offsetAsSent(offset, in: text))
        }
        if cleaned.tabOrNewline != nil || cleaned.range.count != text.count { record.notes.remark(on: cleaned, text) }
    }

    /// Moves the canonical URL out of the parser, whose record then has no bytes.
    mutating func takeBytes() -> [UInt8] {
        var bytes: [UInt8] = []
        swap(&bytes, &record.bytes)
        return bytes
    }

    private mutating func locateAndWrite(_ text: Span<UInt8>) throws(LinkError) {
        try locate(text)
        record.write(text, convertedHost: hostParser.converted)
    }
}
