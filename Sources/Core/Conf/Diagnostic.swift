/// One thing that is wrong with a file: what, where, and what to do.
package struct Diagnostic: Equatable, Sendable {
    /// Another place that the diagnostic is about.
    package struct Related: Equatable, Sendable {
        package var place: SourceRange
        package var note: String

        package init(place: SourceRange, note: String) {
            self.place = place
            self.note = note
        }
    }

    package var code: DiagnosticCode
    package var severity: Severity
    package var place: SourceRange
    /// What is wrong, in one sentence without a capital or a full stop.
    package var message: String
    /// What to do about it.
    package var help: String?
    package var related: [Related]
    /// A URL that shows the conflict: both routes accept it.
    package var witness: String?

    package init(
        code: DiagnosticCode, severity: Severity, place: SourceRange, message: String, help: String? = nil,
        related: [Related] = [], witness: String? = nil
    ) {
        self.code = code
        self.severity = severity
        self.place = place
        self.message = message
        self.help = help
        self.related = related
        self.witness = witness
    }
}

extension Diagnostic {
    /// The diagnostic with its texts cut to `longestText`: a word that a message quotes may have 64 KiB.
    var shortened: Diagnostic {
        var short = self
        short.message = Self.shortened(message)
        short.help = help.map(Self.shortened)
        for index in short.related.indices { short.related[index].note = Self.shortened(related[index].note) }
        return short
    }

    /// *Units*: bytes, without the `…` after a cut.
    private static let longestText = 600

    private static func shortened(_ text: String) -> String {
        guard text.utf8.count > longestText else { return text }
        let end = text.utf8.index(text.startIndex, offsetBy: longestText)
        return String(text[..<text.unicodeScalars.index(before: end)]) + "…"
    }
}
