// `with` lines: the facts of a test case, of `explain --with` or of an operator's override. What they do not set never depends
// on the machine that reads them: every platform line is met, switches stand at their defaults, permissions are not
// determined, nothing is purchased, and the caller is uid 1000 without groups.

package import Conf
package import Features

/// Reads `with` lines into facts.
package struct FactReader {
    private var draft: FactDraft
    private var given: Set<FactKey> = []
    /// The words of each fact that was read, as behind `with`.
    private(set) var lines: [[String]] = []

    /// Begins with no facts, and with an ordinary user as the caller.
    package init(catalogue: FeatureCatalogue) {
        draft = FactDraft(catalogue: catalogue)
    }

    private var kinds: ConstraintKinds { draft.catalogue.kinds }
    /// What the lines set.
    package var facts: Facts { draft.facts }
    /// The caller that the lines describe.
    package var caller: Caller { draft.caller }

    /// Reads the words of one statement from `first` on.
    package mutating func read(
        _ document: ConfDocument, _ statement: Int, from first: Int, diagnostics: inout Diagnostics
    ) {
        let indices = first..<max(first, document.wordCount(of: statement))
        let words = indices.map { document.text(of: document.word($0, of: statement)) }
        let places = indices.map { document.place($0, of: statement) }
        let before = document.place(max(0, first - 1), of: statement)
        read(words, at: places, in: document.place(of: statement), behind: before, diagnostics: &diagnostics)
    }

    /// Reads the words of one fact, each with its place.
    ///
    /// - Parameters:
    ///   - line: where the whole fact stands.
    ///   - before: the word before it, where a fact without words is reported.
    mutating func read(
        _ words: [String], at places: [SourceRange], in line: SourceRange, behind before: SourceRange,
        diagnostics: inout Diagnostics
    ) {
        guard let kind = words.first.flatMap({ kinds[$0] }) else {
            return diagnostics.report(
                .badFact, at: places.first ?? before, "`\(words.first ?? "with")` is not a kind of fact",
                help: Suggestion.help(for: words.first ?? "", among: kinds.all.map(\.word).sorted()))
        }
        let wordCount = kind.rule.wordCount
        guard wordCount...kind.rule.mostWords ~= words.count else {
            return diagnostics.report(
                .badFact, at: line,
                words.count < wordCount ? "the fact is not complete" : "the fact has too many words",
                help: "it is written `with \(kind.rule.form)`")
        }
        let name = wordCount == 3 ? words[1] : ""
        guard kind.rule.isRepeatable(name) || given.insert(FactKey(kind, name)).inserted else {
            return diagnostics.report(
                .badFact, at: places[1], "the fact is given twice", help: "keep one of them")
        }
        lines.append(words)
        let status = words[(wordCount - 1)...].joined(separator: " ")
        set(kind, name, status, diagnostics: &diagnostics) { error in
            places[error.isName ? 1 : wordCount - 1]
        }
    }

    /// Reads one fact; what is wrong with it is reported at the place of its name or its status.
    private mutating func set(
        _ kind: FactKind, _ name: String, _ status: String, diagnostics: inout Diagnostics,
        place: (FactTextError) -> SourceRange
    ) {
        do {
            try kind.rule.read(name, status, into: &draft)
        } catch {
            let help =
                switch error.help {
                case .sentence(let text): text
                case .suggestion(let word, let known): Suggestion.help(for: word, among: known)
                case .nameSuggestion(let word, let known): Suggestion.help(for: word, amongNames: known)
                }
            diagnostics.report(error.isName ? .unknownName : .badFact, at: place(error), error.message, help: help)
        }
    }
}

extension FactReader {
    /// Reads texts as they stand after `--with`, one fact each: `toggle SmartPlaylists on`.
    package mutating func read(_ texts: [String], diagnostics: inout Diagnostics) -> [SourceText] {
        texts.enumerated().map { number, text in
            let document = ConfParser.parse(Array(text.utf8), name: "--with", file: number, diagnostics: &diagnostics)
            for statement in document.roots where !document.statements[statement].isDamaged {
                guard !document.statements[statement].hasBlock else {
                    let place = document.place(of: statement)
                    diagnostics.report(.wrongBlock, at: place, "a fact has no block", help: "remove the braces")
                    continue
                }
                read(document, statement, from: 0, diagnostics: &diagnostics)
            }
            return SourceText(document)
        }
    }

    /// Reads one fact and what it is to be, as an override names them: `toggle SmartPlaylists` and `on`.
    ///
    /// - Parameter status: nil where only the fact's name is read.
    package mutating func read(fact: String, status: String?, diagnostics: inout Diagnostics) -> SourceText {
        let document = ConfParser.parse(Array(fact.utf8), name: "fact", file: 0, diagnostics: &diagnostics)
        guard !diagnostics.hasErrors else { return SourceText(document) }
        let statements = Array(document.roots)
        let words = statements.flatMap { statement in
            (0..<document.wordCount(of: statement)).map { document.text(of: document.word($0, of: statement)) }
        }
        guard document.statements.count == 1, !document.statements[0].hasBlock,
            let kind = words.first.flatMap({ kinds[$0] }),
            words.count == kind.rule.wordCount - 1, kind.rule.hindranceToOverride == nil
        else {
            let kinds = kinds.overridable.map(\.word).sorted()
            diagnostics.report(
                .badFact, at: SourceRange(file: 0, offset: 0, length: 1), "`\(fact)` names no fact",
                help: "it is written `" + kinds.joined(separator: "|") + " NAME`")
            return SourceText(document)
        }
        // Any name of the kind can have the example's status.
        let example = kind.rule.example.split(separator: " ").last.map(String.init)
        set(kind, words.count == 2 ? words[1] : "", status ?? example ?? "", diagnostics: &diagnostics) { _ in
            document.place(words.count - 1, of: statements[0])
        }
        return SourceText(document)
    }
}
