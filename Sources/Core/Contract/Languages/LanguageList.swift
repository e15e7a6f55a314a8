// The languages that a person reads, the best first, and the one place that matches them with languages that there are:
//
//     ["de-AT", "fr"] and texts in de and fr        the text in de: de-AT has none, and de is its wider one
//     ["nl", "fr"] and texts in de and fr           the text in fr
//     ["nl"] and texts in de and fr                 the text without a language
//
// Each language of the list is tried with all its prefixes before the next one: RFC 4647, section 3.4, "lookup".

/// The languages that the texts of an answer are wanted in.
package struct LanguageList: Hashable, Sendable {
    /// The best first.
    package let tags: [LanguageTag]

    /// Takes languages, the best first.
    package init(_ tags: [LanguageTag]) { self.tags = tags }

    /// Reads the languages of a call; nil where they are too many, or one is no tag.
    ///
    /// `*`, any language, may stand among them, and says nothing.
    package init?(texts: [String]) {
        guard texts.count <= Limits.languages else { return nil }
        var tags: [LanguageTag] = []
        for text in texts where text != "*" {
            guard let tag = LanguageTag(text) else { return nil }
            tags.append(tag)
        }
        self.tags = tags
    }

    /// As a call has them; nil for none.
    package var texts: [String]? { tags.isEmpty ? nil : tags.map(\.description) }

    /// What there is for the first language that has something, by itself or by a wider one; nil where none has.
    package func first<Found>(_ find: (LanguageTag) -> Found?) -> Found? {
        for tag in tags {
            var next: LanguageTag? = tag
            while let tag = next {
                if let found = find(tag) { return found }
                next = tag.wider
            }
        }
        return nil
    }
}

// MARK: Of an environment

extension LanguageList {
    /// The languages of a person's session, by the variables that gettext reads.
    ///
    /// *Shape*: `LANGUAGE=de_AT:fr`, else `LC_ALL`, `LC_MESSAGES` or `LANG`, each `de_AT.UTF-8`. In the locales `C` and
    /// `POSIX`, and without one, `LANGUAGE` counts for nothing and the list is empty.
    package init(environment: [String: String]) {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
        guard !Self.plainLocales.contains(locale) else {
            self.init([])
            return
        }
        let list = environment["LANGUAGE"] ?? ""
        let names = list.isEmpty ? [locale] : list.split(separator: ":").map(String.init)
        var tags: [LanguageTag] = []
        for name in names.prefix(Limits.languages) {
            if Self.plainLocales.contains(name) { break }
            if let tag = Self.tag(ofLocale: name), !tags.contains(tag) { tags.append(tag) }
        }
        self.init(tags)
    }

    /// Of `zh_Hant` and the like a locale has no name.
    fileprivate static func modifier(ofScript script: String) -> String? {
        modifiers.first { $0.value == script }?.key
    }

    private static let plainLocales = ["C", "POSIX"]
    /// What stands behind `@` in the name of a locale, as a part of a tag; of others the locale is the same language.
    private static let modifiers = ["latin": "Latn", "cyrillic": "Cyrl", "devanagari": "Deva"]

    /// *Shape*: `de_AT.UTF-8@euro` → `de-AT`, `sr_RS@latin` → `sr-Latn-RS`; nil for `C.UTF-8`.
    private static func tag(ofLocale name: String) -> LanguageTag? {
        let parts = name.split(separator: "@", maxSplits: 1)
        let place = (parts.first ?? "").prefix { $0 != "." }.split(separator: "_", maxSplits: 1)
        guard let language = place.first else { return nil }
        let script = parts.count == 2 ? modifiers[String(parts[1])] : nil
        let words = [String(language), script, place.count == 2 ? String(place[1]) : nil].compactMap(\.self)
        return LanguageTag(words.joined(separator: "-"))
    }
}

extension LanguageTag {
    /// The name of its locale without an encoding, as the files of desktops have it; nil where locales have no name for it.
    ///
    /// *Shape*: `pt-BR` → `pt_BR`, `sr-Latn-RS` → `sr_RS@latin`.
    package var localeName: String? {
        var parts = description.split(separator: "-")
        let language = parts.removeFirst()
        var modifier = ""
        if let script = parts.first, script.utf8.count == 4 {
            guard let word = LanguageList.modifier(ofScript: String(script)) else { return nil }
            (modifier, parts) = ("@" + word, Array(parts.dropFirst()))
        }
        guard parts.count <= 1, parts.allSatisfy({ 2...3 ~= $0.utf8.count }) else { return nil }
        return String(language) + (parts.first.map { "_\($0)" } ?? "") + modifier
    }
}
