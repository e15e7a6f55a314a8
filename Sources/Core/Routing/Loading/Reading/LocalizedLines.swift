// Texts for people, which may stand in several languages. As lines of a block, each with one text:
//
//     title "Recipes"
//     title de "Rezepte"
//
// and behind each other, where the text is a part of a line:
//
//     require confirmation "Delete it?" de "Löschen?"

import Conf
package import Contract
import Links

/// One line with a text, and the language before it.
struct LocalizedLine {
    let language: LanguageTag?
    let word: PlacedWord

    /// Reads a line; nil where the word before the text is no language, which is reported.
    init?(_ statement: Int, of reader: some BlockReader) {
        let words = reader.arguments(statement)
        guard let last = words.last else { return nil }
        word = last
        guard words.count > 1, let first = words.first else {
            language = nil
            return
        }
        guard let tag = reader.readLanguage(first) else { return nil }
        language = tag
    }
}

/// The lines of one text, while they are read.
struct LocalizedLines {
    private var plain: String?
    private var translations: [LocalizedText.Translation] = []
    private var first: (statement: Int, document: ConfDocument)?
    private var hasFault = false

    /// Adds a line; one of a language that has a text is reported.
    ///
    /// - Parameter text: checks the text; nil where it was reported.
    mutating func add(_ statement: Int, of reader: some BlockReader, text: (PlacedWord) -> String?) {
        first = first ?? (statement, reader.document)
        guard let line = LocalizedLine(statement, of: reader), let text = text(line.word) else {
            hasFault = true
            return
        }
        guard let language = line.language else {
            plain = text
            return
        }
        translations.append(.init(language: language, text: text))
    }

    /// The text; nil where there is no line, or one had a fault.
    ///
    /// Without a line for all other languages it is reported.
    func text(of reader: some BlockReader) -> LocalizedText? {
        if let plain { return LocalizedText(plain, translations: translations) }
        guard let first, !hasFault else { return nil }
        let (document, directive) = (first.document, first.document.directive(of: first.statement))
        reader.report(
            .badValue, document.place(of: first.statement), "`\(directive)` has no text for all other languages",
            help: "add a line without a language: `\(directive) \"…\"`")
        return nil
    }
}

extension BlockReader {
    /// Reads a language; one that is none is reported.
    package func readLanguage(_ word: PlacedWord) -> LanguageTag? {
        if let tag = LanguageTag(word.text), !document.isQuoted(word.place) { return tag }
        return refuse(
            .wrongArguments, word.place, "`\(word.text)` is not a language",
            help: "write a tag such as de or pt-BR, or put a text of several words in quotes")
    }

    /// The language of a line with one text; nil where there is none, or a word that is no language.
    func language(of statement: Int) -> LanguageTag? {
        document.wordCount(of: statement) > 2 ? LanguageTag(word(1, statement)) : nil
    }

    /// Reads a text that is shown beside texts of others, so it cannot turn or break them.
    ///
    /// - Parameter limit: *units*: characters.
    package func readShown(_ word: PlacedWord, upTo limit: Int, as what: String) -> String? {
        let text = word.text
        if ShownLabel.isText(text, upTo: limit) { return text }
        return refuse(
            .badValue, word.place, "a \(what) is shown to people, and this text cannot be",
            help: "write 1 to \(limit) characters, without line breaks, control characters and marks of direction")
    }

    /// Reads the lines of one directive of a block, each with a text, and the language before it.
    ///
    /// - Parameter text: checks one text; nil where it was reported.
    package func readTexts(_ statements: [Int], text: (PlacedWord) -> String?) -> LocalizedText? {
        var (lines, places): (LocalizedLines, [LanguageTag?: SourceRange]) = (LocalizedLines(), [:])
        for statement in statements {
            let (name, language) = (word(0, statement), language(of: statement))
            if let first = places.updateValue(place(0, statement), forKey: language) {
                reportSecond(
                    .repeatedDirective, place(0, statement),
                    "`\(name)` is given twice" + (language.map { " in \($0)" } ?? ""), first: first)
                continue
            }
            guard places.count <= Limits.languagesOfText else {
                report(
                    .tooMany, place(0, statement), "`\(name)` has more than \(Limits.languagesOfText) languages",
                    help: "leave some of them out")
                break
            }
            lines.add(statement, of: self, text: text)
        }
        return lines.text(of: self)
    }

    /// Reads a text of a line with the same in other languages behind it: `"Delete it?" de "Löschen?"`.
    ///
    /// - Parameter text: checks one text; nil where it was reported.
    package func readTexts(
        _ words: ArraySlice<PlacedWord>, text: (PlacedWord) -> String?
    ) -> LocalizedText? {
        guard let first = words.first, let plain = text(first) else { return nil }
        var translations: [LocalizedText.Translation] = []
        var rest = words.dropFirst()
        while let word = rest.popFirst() {
            guard let language = readLanguage(word) else { return nil }
            guard let next = rest.popFirst() else {
                return refuse(
                    .badValue, word.place, "the text in \(language) is missing",
                    help: "write it behind the language, in quotes")
            }
            guard !translations.contains(where: { $0.language == language }) else {
                return refuse(
                    .badValue, word.place, "there are two texts in \(language)", help: "keep one of them")
            }
            guard translations.count < Limits.languagesOfText else {
                return refuse(
                    .tooMany, word.place, "the text has more than \(Limits.languagesOfText) languages",
                    help: "leave some of them out")
            }
            guard let translated = text(next) else { return nil }
            translations.append(.init(language: language, text: translated))
        }
        return LocalizedText(plain, translations: translations)
    }
}
