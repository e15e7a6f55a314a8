extension URLParser {
    /// Parses a text, in all four stages.
    ///
    /// *Throws*: `.invalid` with the rule and the offset into the text.
    mutating func parse(_ text: Span<UInt8>) throws(LinkError) {
        guard text.count <= Self.maximumBytes else {
            throw .invalid(rule: .textTooLong, offset: Self.maximumBytes)
        }
        let cleaned = CleanedText(text)
        if !cleaned.isASCII { try checkUTF8(text) }
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
        if cleaned.removedSomething(of: text) { record.notes.remark(on: cleaned, text) }
    }

    /// Moves the canonical URL out of the parser, whose record then has no bytes.
    mutating func takeBytes() -> [UInt8] {
        var bytes: [UInt8] = []
        swap(&bytes, &record.bytes)
        return bytes
    }

    private func checkUTF8(_ text: Span<UInt8>) throws(LinkError) {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: text)
        } catch {
            throw .invalid(rule: .invalidUTF8, offset: error.byteOffsets.lowerBound)
        }
    }

    private mutating func locateAndWrite(_ text: Span<UInt8>) throws(LinkError) {
        try locate(text)
        record.write(text, convertedHost: hostParser.converted)
    }
}
