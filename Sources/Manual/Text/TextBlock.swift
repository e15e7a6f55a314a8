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

    /// A text on one line.
    static func joined(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The lines of two files as one list: a line of the first alone has the mark `-`, one of the second alone `+`.
    static func changes(from wrong: String, to right: String) -> [String] {
        let old = wrong.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let new = right.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let change = new.difference(from: old)
        var removed: Set<Int> = []
        var inserted: Set<Int> = []
        for step in change {
            switch step {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var lines: [String] = []
        var next = 0
        for (index, line) in old.enumerated() {
            if removed.contains(index) {
                lines.append("- " + line)
                continue
            }
            while next < new.count, inserted.contains(next) {
                lines.append("+ " + new[next])
                next += 1
            }
            lines.append("  " + line)
            next += 1
        }
        return lines + new.dropFirst(next).map { "+ " + $0 }
    }
}
