package import Conf
import Matching

/// Reads statements of one kind into the draft of a table, and reports what is wrong with them; reading goes on.
package protocol BlockReader {
    /// What all readers share.
    var table: TableReading { get }
}

extension BlockReader {
    /// The file being read.
    package var document: ConfDocument { table.document }

    // MARK: Words

    /// A word's text; word 0 is the directive.
    package func word(_ index: Int, _ statement: Int) -> String {
        document.text(of: document.word(index, of: statement))
    }

    /// A word's place.
    package func place(_ index: Int, _ statement: Int) -> SourceRange { document.place(index, of: statement) }

    /// The words after the directive, from word `first` on.
    package func arguments(_ statement: Int, from first: Int = 1) -> [PlacedWord] {
        (first..<max(first, document.wordCount(of: statement))).map { (word($0, statement), place($0, statement)) }
    }

    /// Whether a word is one of the language; in quotes it is a name or a value.
    ///
    /// *Shape*: `require purchase any p` asks for any of the products, and `require purchase "any"` for the product `any`.
    package func isKeyword(_ word: PlacedWord?, _ text: String) -> Bool {
        word.map { $0.text == text && !document.isQuoted($0.place) } ?? false
    }

    /// The same for a word of a statement.
    package func isKeyword(_ index: Int, _ statement: Int, _ text: String) -> Bool {
        word(index, statement) == text && !document.word(index, of: statement).isQuoted
    }

    /// Where a part of a word stands, by its place in the word's text.
    package func part(_ word: SourceRange, at offset: Int, length: Int) -> SourceRange {
        document.part(of: word, at: offset, length: length)
    }

    /// Where the first `$(name` of a word stands; the whole word where it has none.
    package func placeholder(_ name: String, in word: PlacedWord) -> SourceRange { placeholder(name, in: [word]) }

    /// Where the first `$(name` of some words stands; the whole last word where they have none.
    package func placeholder(_ name: String, in words: [PlacedWord]) -> SourceRange {
        for word in words { if let place = knownPlaceholder(name, in: word) { return place } }
        return words[words.count - 1].place
    }

    private func knownPlaceholder(_ name: String, in word: PlacedWord) -> SourceRange? {
        let bytes = Array(word.text.utf8)
        let mark = Array("$(\(name)".utf8)
        for start in bytes.indices where bytes[start...].starts(with: mark) {
            var end = bytes[start...].firstIndex(of: UInt8(ascii: ")")).map { $0 + 1 } ?? bytes.count
            // Behind the bound of a type, as in `$(code:digits(6))`.
            if end < bytes.count, bytes[end] == UInt8(ascii: ")"), bytes[(start + 2)..<end].contains(UInt8(ascii: "("))
            {
                end += 1
            }
            let follower = start + mark.count < bytes.count ? bytes[start + mark.count] : 0
            guard [UInt8(ascii: ")"), UInt8(ascii: ":")].contains(follower) else { continue }
            return part(word.place, at: start, length: end - start)
        }
        return nil
    }

    /// A name of letters, digits, `-` and `_` that begins with a letter or `_`; reported where it is not one.
    ///
    /// - Parameter example: a line with such a name.
    package func readName(_ index: Int, _ statement: Int, of what: String, example: String? = nil) -> String? {
        let text = word(index, statement)
        if Name.isName(text) { return text }
        return refuseName(
            index, statement, of: what,
            "a name has letters, digits, `-` and `_`, and begins with a letter or `_`"
                + (example.map { ", as in `\($0)`" } ?? ""))
    }

    /// Reports a word that is not a name.
    package func refuseName(_ index: Int, _ statement: Int, of what: String, _ help: String) -> String? {
        let text = word(index, statement)
        return refuse(
            .badName, place(index, statement),
            "\(text.isEmpty ? "an empty word" : "`\(text)`") is not a valid name for \(what)", help: help)
    }

    /// The one of a fixed choice that a word names; reported with `message` where it names none.
    package func readChoice<Choice: RawRepresentable<String> & CaseIterable>(
        _ index: Int, _ statement: Int, as code: DiagnosticCode = .badValue, _ message: (String) -> String
    ) -> Choice? {
        let text = word(index, statement)
        return Choice(rawValue: text)
            ?? refuse(
                code, place(index, statement), message(text),
                help: Suggestion.help(for: text, among: Choice.allCases.map(\.rawValue)))
    }

    // MARK: Reports

    /// Reports what is wrong at a place.
    package func report(
        _ code: DiagnosticCode, _ place: SourceRange, _ message: String, help: String? = nil,
        related: [Diagnostic.Related] = []
    ) {
        table.diagnostics.report(code, at: place, message, help: help, related: related)
    }

    /// Reports what is wrong at a place, and gives nothing in its stead.
    package func refuse<Read>(_ code: DiagnosticCode, _ place: SourceRange, _ message: String, help: String?) -> Read? {
        report(code, place, message, help: help)
        return nil
    }

    /// Warns of the first part of a pattern that has a meaning only in other languages of routes.
    package func warnForeign(_ pattern: Span<UInt8>, allowsCaptures: Bool, in word: SourceRange) {
        guard let foreign = ForeignSyntax.first(in: pattern, allowsCaptures: allowsCaptures) else { return }
        let code: DiagnosticCode =
            !foreign.isBehindPath ? .foreignPattern : allowsCaptures ? .badPattern : .badExclusion
        report(
            code, part(word, at: foreign.offset, length: foreign.length), foreign.sentence,
            help: foreign.help)
    }

    /// Reports what is declared or given a second time, and where the first stands.
    package func reportSecond(
        _ code: DiagnosticCode, _ place: SourceRange, _ message: String, help: String = "keep one of them",
        first: SourceRange?
    ) {
        table.diagnostics.reportSecond(code, at: place, message, help: help, first: first)
    }

    /// Reports a name that nothing declares, unless what would declare it was refused.
    ///
    /// - Parameter declaration: the help where no name of the kind is declared.
    package func reportUnknown(
        _ code: DiagnosticCode, _ name: PlacedWord, _ message: String, among names: some Collection<String>,
        declaration: String
    ) {
        guard !isSpoiled(name.text) else { return }
        report(
            code, name.place, message,
            help: names.isEmpty ? declaration : Suggestion.help(for: name.text, amongNames: names))
    }

    /// Whether nothing is known of the name because what declares it was refused.
    package func isSpoiled(_ name: String) -> Bool { table.draft.isSpoiled(name) }
}
