import Contract
import Testing

/// Tags of languages, and the one place that matches them.
@Suite struct LanguageTests {
    @Test(arguments: [
        ("de", "de"), ("DE-at", "de-AT"), ("zh-hant-tw", "zh-Hant-TW"), ("sr-LATN-rs", "sr-Latn-RS"), ("gsw", "gsw"),
        ("de-DE-1996", "de-DE-1996"), ("en-a-bbb-ccc", "en-a-bbb-ccc"), ("de-CH-x-phonebk", "de-CH-x-phonebk"),
        ("es-419", "es-419"), ("en-u-CU-usd", "en-u-cu-usd"),
    ])
    func `a tag is written as RFC 5646 recommends`(_ text: String, _ written: String) throws {
        #expect(try #require(LanguageTag(text)).description == written)
        #expect(LanguageTag(text) == LanguageTag(written))
    }

    @Test(arguments: [
        "", "d", "deutsch", "de_AT", "de-", "-de", "de--AT", "de-ATATATATA", "d1", "de AT", "*", "dé", "de-Ä", "My app",
        "de-" + String(repeating: "a-", count: 20) + "a",
    ])
    func `what is no tag is none`(_ text: String) { #expect(LanguageTag(text) == nil) }

    /// The languages of a person, those that there are, and the one that is found.
    @Test(
        arguments: [
            ("de", "de fr", "de"), ("de-AT", "de fr", "de"), ("de-AT", "de-AT de", "de-AT"), ("de", "de-AT", nil),
            ("nl fr", "de fr", "fr"), ("de-AT fr", "fr", "fr"), ("de-AT fr-CH", "fr de", "de"), ("nl", "de fr", nil),
            ("", "de", nil), ("* de", "de", "de"), ("zh-Hant-CN-x-private1-private2", "zh-Hant", "zh-Hant"),
            // RFC 4647, section 3.4: the single letter goes with what stood behind it.
            ("zh-Hant-CN-x-private1", "zh-Hant-CN", "zh-Hant-CN"), ("DE-at", "de", "de"), ("den", "de", nil),
        ] as [(String, String, String?)])
    func `a language is found by itself, or by the longest of its prefixes`(
        _ wanted: String, _ given: String, _ found: String?
    ) throws {
        let languages = try #require(LanguageList(texts: wanted.split(separator: " ").map(String.init)))
        let tags = given.split(separator: " ").compactMap { LanguageTag(String($0)) }
        #expect(languages.first { tags.contains($0) ? $0 : nil }?.description == found)
        let text = LocalizedText("plain", translations: tags.map { .init(language: $0, text: "\($0)") })
        #expect(text.text(in: languages) == found ?? "plain")
    }

    @Test func `a call has some languages, each of which is a tag`() {
        #expect(LanguageList(texts: ["de", "klingon"]) == nil && LanguageList(texts: ["de_AT"]) == nil)
        #expect(LanguageList(texts: Array(repeating: "de", count: Limits.languages))?.tags.count == Limits.languages)
        #expect(LanguageList(texts: Array(repeating: "de", count: Limits.languages + 1)) == nil)
        #expect(LanguageList([]).texts == nil)
    }

    @Test(
        arguments: [
            (["LANG": "de_AT.UTF-8"], "de-AT"), (["LANG": "de_DE.UTF-8@euro"], "de-DE"), (["LANG": "C"], ""), ([:], ""),
            (["LANG": "C.UTF-8"], ""), (["LANG": "POSIX", "LANGUAGE": "de"], ""),
            (["LANG": "C.UTF-8", "LANGUAGE": "de"], "de"),
            (["LANG": "en_US.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"], "fr-FR"),
            (["LANG": "en_US.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8", "LC_ALL": "nl"], "nl"),
            (["LANG": "de_DE.UTF-8", "LC_ALL": "", "LC_MESSAGES": ""], "de-DE"),
            (["LANG": "de_DE.UTF-8", "LANGUAGE": "de_AT:fr"], "de-AT fr"),
            (["LANG": "de_DE", "LANGUAGE": ""], "de-DE"),
            (["LANG": "de_DE", "LANGUAGE": "nl:C:fr"], "nl"), (["LANG": "de_DE", "LANGUAGE": "::nl:?:nl"], "nl"),
            (["LANG": "sr_RS@latin"], "sr-Latn-RS"), (["LANG": "de"], "de"), (["LANG": "../../etc"], ""),
        ] as [([String: String], String)])
    func `the languages of a session are those that gettext reads`(_ environment: [String: String], _ tags: String) {
        #expect(LanguageList(environment: environment).tags.map(\.description).joined(separator: " ") == tags)
    }

    @Test func `no environment traps`() {
        for text in ["@", ".", "_", "@@", "de_", "_DE", ":", "\u{0}", String(repeating: "de:", count: 10_000)] {
            let list = LanguageList(environment: ["LANG": text, "LANGUAGE": text])
            #expect(list.tags.count <= Limits.languages)
        }
    }
}
