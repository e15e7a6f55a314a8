import Contract

/// Prints diagnostics for people: position, message, the line with a caret, help.
///
/// *Shape*:
/// ```
/// routes.conf:12:9: error RT105: the directive `rout` is not known here
///    12 |         rout home / do open
///       |         ^~~~
///       = help: did you mean `route`?
/// ```
package struct DiagnosticText {
    /// The parts of a printed diagnostic that a terminal can tell apart by colour.
    package enum Part {
        case place, error, warning, note
    }

    private let sources: [SourceText]
    private let painted: (String, Part) -> String

    /// - Parameter painted: adds the colour of a part to its text; without it, texts stay as they are.
    package init(sources: [SourceText], painted: @escaping (String, Part) -> String = { text, _ in text }) {
        self.sources = sources
        self.painted = painted
    }

    /// One diagnostic as lines of text, the last ended too.
    package func text(of diagnostic: Diagnostic) -> String {
        let gutter = gutterWidth(of: diagnostic)
        let severity: Part = diagnostic.severity == .error ? .error : .warning
        var text = painted(position(diagnostic.place), .place) + ": "
        text += painted("\(diagnostic.severity.rawValue) \(diagnostic.code.rawValue)", severity) + ": "
        text += Escaping.printable(diagnostic.message) + "\n"
        text += excerpt(diagnostic.place, gutter: gutter, severity)
        let margin = String(repeating: " ", count: gutter + 1)
        for related in diagnostic.related {
            text +=
                "\(margin)= " + painted("note", .note)
                + ": \(position(related.place)): \(Escaping.printable(related.note))\n"
            text += excerpt(related.place, gutter: gutter, .note)
        }
        if let witness = diagnostic.witness {
            let both = DiagnosticReport.witnessTitle(hasOtherRoute: !diagnostic.related.isEmpty)
            text += "\(margin)= " + painted(both, .note) + ": \(Escaping.printable(witness))\n"
        }
        if let help = diagnostic.help {
            text += "\(margin)= " + painted("help", .note) + ": \(Escaping.printable(help))\n"
        }
        return text
    }

    /// `file:line:column` of a place, or the file alone where it has no text.
    package func position(_ place: SourceRange) -> String {
        guard sources.indices.contains(place.file) else { return "?" }
        if sources[place.file].isEmpty { return sources[place.file].name }
        let (line, column) = sources[place.file].position(of: place.offset)
        return "\(sources[place.file].name):\(line):\(column)"
    }

    private func gutterWidth(of diagnostic: Diagnostic) -> Int {
        ([diagnostic.place] + diagnostic.related.map(\.place)).map { place in
            guard sources.indices.contains(place.file) else { return 1 }
            return String(sources[place.file].position(of: place.offset).line).utf8.count + 3
        }.max() ?? 4
    }

    /// The line with a caret under the place; a line too long for a screen is cut around it.
    private func excerpt(_ place: SourceRange, gutter: Int, _ part: Part) -> String {
        guard sources.indices.contains(place.file), !sources[place.file].isEmpty else { return "" }
        let source = sources[place.file]
        let number = String(source.position(of: place.offset).line)
        let shown = source.excerpt(of: place)
        let before = (shown.isCutBefore ? "…" : "") + Escaping.printable(shown.before)
        let marked = Escaping.printable(shown.marked)
        let after = Escaping.printable(shown.after) + (shown.isCutAfter ? "…" : "")
        let pad = String(repeating: " ", count: max(0, gutter - number.utf8.count))
        let margin = String(repeating: " ", count: gutter)
        let blanks = String(repeating: " ", count: before.unicodeScalars.count)
        let tildes = String(repeating: "~", count: max(0, marked.unicodeScalars.count - 1))
        return "\(pad)\(number) | \(before)\(marked)\(after)\n\(margin) | \(blanks)" + painted("^\(tildes)", part)
            + "\n"
    }
}
