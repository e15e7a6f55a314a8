/// The help for a word with `{…}` in it, such as `/a/{id}`: other routers read a capture there, which is `$(id)` here.
struct BracePair {
    private let word: ArraySlice<UInt8>
    /// From the `{` up to behind the `}`.
    ///
    /// *Units*: bytes from the start of the file.
    let range: Range<Int>

    /// Nil where no brace of the word has a partner in it.
    ///
    /// - Parameter word: the part of the file that is the word.
    init?(in word: ArraySlice<UInt8>) {
        guard let start = word.lastIndex(of: ConfParser.opening),
            let end = word[start...].firstIndex(of: ConfParser.closing)
        else { return nil }
        (self.word, range) = (word, start..<end + 1)
    }

    /// What to write instead.
    ///
    /// - Parameter endsLine: whether the word is the last one of its line, where `{respond}` may be a block.
    func help(endsLine: Bool) -> String {
        // `{id:int}`, `{*path}` and `{id?}` name a capture too, and the braces of a word that is no pattern are text.
        let inner = word[range].dropFirst().drop { $0 == UInt8(ascii: "*") }.prefix(while: Self.isNameByte)
        let isName = inner.first.map { $0 > UInt8(ascii: "9") } ?? false
        let name = isName ? String(decoding: inner, as: UTF8.self) : "name"
        if isName, endsLine, inner.count == word.count - 2 {
            return "write `{ \(name) }` for a block, and `$(\(name))` for a capture; quote the word if the braces "
                + "belong to the text"
        }
        return "/{$".utf8.contains(word.first ?? 0)
            ? "captures are written `$(\(name))`; quote the word if the braces belong to the text"
            : "write \(QuotedText.quoted(String(decoding: word.prefix(256), as: UTF8.self)))"
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte == 0x5F || 0x30...0x39 ~= byte || 0x61...0x7A ~= byte | 0x20
    }
}
