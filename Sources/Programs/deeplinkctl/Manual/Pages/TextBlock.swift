/// Texts in lines of limited width.
package enum TextBlock {
    /// *Units*: characters of a line of a terminal.
    static let width = 80

    /// A text with its line breaks where the width asks for them; the given ones have no meaning.
    ///
    /// *Limits*: a word that is longer than a line stands on a line of its own.
    package static func wrapped(_ text: String, indent: Int = 0, hanging: Int? = nil) -> [String] {
        var lines: [String] = []
        var line = String(repeating: " ", count: indent)
        var isEmpty = true
        for word in text.split(whereSeparator: \.isWhitespace) {
            if !isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                (line, isEmpty) = (String(repeating: " ", count: hanging ?? indent), true)
            }
            line += (isEmpty ? "" : " ") + word
            isEmpty = false
        }
        return isEmpty ? lines : lines + [line]
    }

    /// A line with one blank between its words, and none around them.
    static func joined(_ text: some StringProtocol) -> String {
        text.split(separator: " ").joined(separator: " ")
    }

    /// The first sentence of a text.
    static func sentence(of text: String) -> String {
        guard let end = text.firstRange(of: ". ") else { return text }
        return String(text[..<end.lowerBound]) + "."
    }

    /// A text without the words before it, if it begins with them.
    static func rest(of text: String, behind words: String) -> String? {
        text.hasPrefix(words) ? String(text.dropFirst(words.count)) : nil
    }

    /// A row of a list for a terminal: the text in a column behind the label.
    static func lines(_ row: ManualPage.Row) -> [String] {
        let column = 12
        let lines = wrapped(row.text, indent: column)
        guard let first = lines.first else { return [] }
        let blanks = String(repeating: " ", count: max(1, column - 2 - row.label.count))
        return ["  " + row.label + blanks + first.dropFirst(column)] + lines.dropFirst()
    }

    /// The lines of an example, further right; an empty one stays empty.
    static func indented(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "      " + $0 }
    }
}
