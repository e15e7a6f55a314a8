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
    /// The parts of a printed diagnostic, or of the lines of a check, that a terminal can tell apart by colour.
    package enum Part {
        case place, error, warning, note, good
    }

    private let sources: [SourceText]
    /// Adds the colour of a part to its text.
    package let painted: (String, Part) -> String
    /// Breaks a sentence to the width of a screen, its rest under a column.
    package let fitted: (String, Int) -> String

    /// - Parameters:
    ///   - painted: adds the colour of a part to its text; without it, texts stay as they are.
    ///   - fitted: breaks a sentence to the width of a screen, its rest under a column; without it, sentences stay one line.
    package init(
        sources: [SourceText], painted: @escaping (String, Part) -> String = { text, _ in text },
        fitted: @escaping (_ sentence: String, _ column: Int) -> String = { text, _ in text }
    ) {
        (self.sources, self.painted, self.fitted) = (sources, painted, fitted)
    }

    /// One diagnostic as lines of text, the last ended too.
    package func text(of diagnostic: Diagnostic) -> String {
        let gutter = gutterWidth(of: diagnostic)
        let severity: Part =
            switch diagnostic.severity {
            case .error: .error
            case .warning: .warning
            case .note: .note
            }
        var head = painted(position(diagnostic.place), .place) + ": "
        head += painted("\(diagnostic.severity.rawValue) \(diagnostic.code.rawValue)", severity) + ": "
        head += Escaping.printable(diagnostic.message)
        var text = fitted(head, gutter + 3) + "\n" + excerpt(diagnostic.place, gutter: gutter, severity)
        for related in diagnostic.related {
            text += note("note", "\(position(related.place)): \(Escaping.printable(related.note))", gutter)
            text += excerpt(related.place, gutter: gutter, .note)
        }
        if let witness = diagnostic.witness {
            let both = DiagnosticReport.witnessTitle(hasOtherRoute: !diagnostic.related.isEmpty)
            text += note(both, Escaping.printable(witness), gutter)
        }
        if let help = diagnostic.help { text += note("help", Escaping.printable(help), gutter) }
        return text
    }

    /// *Shape*: `     = help: did you mean `route`?`, with its line end.
    private func note(_ label: String, _ text: String, _ gutter: Int) -> String {
        let margin = String(repeating: " ", count: gutter + 1) + "= "
        return fitted(margin + painted(label, .note) + ": " + text, margin.count + label.count + 2) + "\n"
    }

    /// `file:line:column` of a place, or the file alone where it has no text; fit for a terminal.
    package func position(_ place: SourceRange) -> String {
        guard sources.indices.contains(place.file) else { return "?" }
        let name = Escaping.printable(sources[place.file].name)
        if sources[place.file].isEmpty { return name }
        let (line, column) = sources[place.file].position(of: place.offset)
        return "\(name):\(line):\(column)"
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
