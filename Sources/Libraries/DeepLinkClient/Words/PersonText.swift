// Texts that a person reads beside texts of the program. Titles are written by the author of a table, and a notification is
// no place for tricks:
//
//     "Rezept\u{202E}muimerP\n<b>free</b>"   →   Rezept muimerP <b>free</b>
//
// What cannot be seen or turns the direction is left out, a line break is a blank, and a long text ends with `…`. Markup is
// left as it is: it is plain text here, and the place that reads markup escapes it.

/// Makes texts of others fit for a sentence.
package enum PersonText {
    /// *Units*: characters of a sentence or a title that is shown.
    package static let sentenceLimit = 200
    /// *Units*: characters of a name inside a sentence.
    static let nameLimit = 60
    /// *Units*: scalars of one character: the longest emoji have about ten.
    private static let scalarLimit = 12

    /// The text on one line, without what cannot be seen, and at most so long.
    package static func line(_ text: String, limit: Int = sentenceLimit) -> String {
        // What is cut off is not looked at: no text makes this long.
        var (line, isBlank) = ("", true)
        for character in text.prefix(4 * limit) {
            let shown = character.unicodeScalars.prefix(scalarLimit).filter { !isInvisible($0) }
            let isSpace = character.isWhitespace
            if isSpace || shown.isEmpty {
                if isSpace, !isBlank { line += " " }
                isBlank = isBlank || isSpace
            } else {
                line.unicodeScalars.append(contentsOf: shown)
                isBlank = false
            }
        }
        if line.last == " " { line.removeLast() }
        return cut(line, to: limit)
    }

    /// The text, or its first words with `…` behind them.
    package static func cut(_ text: String, to limit: Int) -> String {
        guard text.count > limit else { return text }
        let kept = text.prefix(max(0, limit - 1))
        guard let end = kept.lastIndex(of: " "), kept[..<end].count > limit / 2 else { return kept + "…" }
        return kept[..<end] + "…"
    }

    /// A sentence with its full stop, where it has none.
    package static func closed(_ sentence: String) -> String {
        sentence.last.map { ".!?…。".contains($0) } == false ? sentence + "." : sentence
    }

    /// Some names: `“A”, “B” or “C”`; of many the first ones.
    ///
    /// - Parameter more: how many others there are.
    static func list(_ names: [String], _ word: String, more: (Int) -> String) -> String {
        let shown = names.prefix(3)
        if names.count > shown.count {
            return shown.joined(separator: ", ") + " \(word) " + more(names.count - shown.count)
        }
        guard let last = shown.last, shown.count > 1 else { return shown.first ?? "" }
        return shown.dropLast().joined(separator: ", ") + " \(word) " + last
    }

    /// Some names, each once, in their order.
    static func distinct(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }

    /// Whether a scalar shows nothing, or changes how others are shown.
    ///
    /// The joiners and the selectors of emoji stay: words of many languages are written with them.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x200C, 0x200D, 0xFE00...0xFE0F: return false
        default: break
        }
        if scalar.properties.isDefaultIgnorableCodePoint { return true }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: return true
        default: return false
        }
    }
}
