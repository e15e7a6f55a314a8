// A text that a table has for people, in one language or in several:
//
//     title "Recipes"          the text without a language: for all who read none of the others
//     title de "Rezepte"
//     title pt-BR "Receitas"

/// A text for people, in one language or in several.
package struct LocalizedText: Hashable, Sendable {
    /// The text in one language.
    package struct Translation: Hashable, Sendable {
        package let language: LanguageTag
        package let text: String

        package init(language: LanguageTag, text: String) { (self.language, self.text) = (language, text) }
    }

    /// The text for all who read none of the other languages.
    package let plain: String
    /// In the order of the table.
    package let translations: [Translation]

    /// Makes a text.
    ///
    /// - Parameter translations: each in another language.
    package init(_ plain: String, translations: [Translation] = []) {
        (self.plain, self.translations) = (plain, translations)
    }

    /// The text as a person reads it best.
    package func text(in languages: LanguageList) -> String {
        guard !translations.isEmpty else { return plain }
        return languages.first { tag in translations.first { $0.language == tag }?.text } ?? plain
    }

    /// Whether there is more than one text.
    package var isTranslated: Bool { !translations.isEmpty }

    /// All texts, the plain one first.
    package var all: [String] { [plain] + translations.map(\.text) }
}

extension LocalizedText: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) { self.init(text) }
}
