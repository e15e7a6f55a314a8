/// The drive letters that the standard recognizes in `file:` URLs.
///
/// *Source*: WHATWG URL, section 4.2, "Windows drive letter".
enum WindowsDriveLetter {
    /// True if a letter and then `:` or `|` are at an offset.
    static func stands(in text: Span<UInt8>, at offset: Int) -> Bool {
        guard let letter = text.byte(at: offset), let mark = text.byte(at: offset + 1) else { return false }
        return letter.isLetter && (mark == ASCII.colon || mark == ASCII.bar)
    }
}
