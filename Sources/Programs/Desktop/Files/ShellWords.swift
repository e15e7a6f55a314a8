/// The words of an `Exec=` line.
///
/// *Source*: GLib's `g_shell_parse_argv`, with which GIO reads such a line.
enum ShellWords {
    /// Splits a line; nil for a quote that is not closed, a backslash at the end, and a line without words.
    static func split(_ line: String) -> [String]? {
        var (words, word, quote, isEscaped) = ([String](), String?.none, Character?.none, false)
        for character in line {
            if isEscaped {
                isEscaped = false
                if quote == "\"", !"$`\"\\\n".contains(character) { word = (word ?? "") + "\\" }
                if character != "\n" { word = (word ?? "") + String(character) }
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if character == quote {
                quote = nil
            } else if quote == nil, character == "'" || character == "\"" {
                (quote, word) = (character, word ?? "")
            } else if quote == nil, character == " " || character == "\t" || character == "\n" {
                if let ended = word { words.append(ended) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        guard quote == nil, !isEscaped else { return nil }
        if let last = word { words.append(last) }
        return words.isEmpty ? nil : words
    }
}
