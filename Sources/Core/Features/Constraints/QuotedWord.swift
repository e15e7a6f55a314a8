extension String {
    /// The text as one word of a subject: bare where nothing in it could be read as something else, else in quotes.
    ///
    /// *Shape*: `premium.monthly`, `"a b"`, `"say \"a\""`, `""`.
    package var asWord: String { quoted(at: [0x20, 0x22, 0x28, 0x29, 0x5C]) }

    /// The text as one word of a table, where parentheses need no quotes: `/run/app/$(uid)/camera`.
    package var asTableWord: String { quoted(at: [0x20, 0x22, 0x5C]) }

    private func quoted(at special: [UInt8]) -> String {
        guard isEmpty || utf8.contains(where: special.contains) else { return self }
        let escaped = unicodeScalars.map { "\"\\".unicodeScalars.contains($0) ? "\\\($0)" : "\($0)" }
        return "\"" + escaped.joined() + "\""
    }
}
