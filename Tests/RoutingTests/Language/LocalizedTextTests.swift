import Contract
import Features
import TestTables
import Testing

@testable import PermissionRules
@testable import Routing

/// Texts for people in several languages, and what permissions are used for.
@Suite struct LocalizedTextTests {
    private static let table = """
        scheme s
        title "Recipe app"
        title de "Rezept-App"
        product premium {
            title "Premium"
            title de "Premium-Abo"
        }
        permission camera from consent {
            usage "To read a label"
            usage de "Um ein Etikett zu lesen"
        }
        feature Plain {
            require permission camera
            require purchase premium
            action a { respond }
            route plain /plain do a
        }
        feature Outer {
            title "Recipes"
            title de-CH "Rezepte (CH)"
            title de "Rezepte"
            description "All recipes"
            description pt-BR "Todas as receitas"
            require permission camera photos "To add a picture" de "Für ein Bild"
            require confirmation "Delete $(n)?" de "$(n) löschen?"
            action a { input n uint ; respond }
            route inner /inner/$(n:uint) do a
        }
        """

    private static func languages(_ text: String) throws -> LanguageList {
        try #require(LanguageList(texts: text.split(separator: " ").map(String.init)))
    }

    @Test(arguments: [
        ("de", "Rezept-App", "Rezepte", "All recipes"), ("de-CH", "Rezept-App", "Rezepte (CH)", "All recipes"),
        ("de-CH-1996 fr", "Rezept-App", "Rezepte (CH)", "All recipes"), ("fr", "Recipe app", "Recipes", "All recipes"),
        ("pt-BR de", "Rezept-App", "Rezepte", "Todas as receitas"), ("pt", "Recipe app", "Recipes", "All recipes"),
    ])
    func `each text is chosen by itself`(_ wanted: String, _ app: String, _ title: String, _ about: String) throws {
        let (languages, ruleset) = (try Self.languages(wanted), try Tables.ruleset(Self.table))
        let features = ruleset.catalogue.features
        let (plain, outer) = (try #require(features.first { $0.path == "Plain" }), try #require(features.last))
        #expect(ruleset.label(of: nil).title?.text(in: languages) == app)
        #expect(plain.title?.text(in: languages) == app, "the table's title is that of a feature without one")
        #expect(outer.title?.text(in: languages) == title && outer.description?.text(in: languages) == about)
        #expect(ruleset.catalogue.isTranslated)
    }

    @Test func `the use of a permission is the feature's own, or else the table's`() throws {
        let catalogue = try Tables.ruleset(Self.table).catalogue
        func usages(_ path: String) throws -> [String] {
            let number = try #require(catalogue.features.firstIndex { $0.path == path })
            let rules = catalogue.constraints[number].compactMap { $0.rule as? PermissionRequirement }
            return rules.flatMap(\.alternatives).compactMap { $0.usage?.written }
        }
        #expect(try usages("Plain") == [#""To read a label" de "Um ein Etikett zu lesen""#])
        let own = #""To add a picture" de "Für ein Bild""#
        #expect(try usages("Outer") == [own, own])
        let rule = catalogue.constraints[2].first { $0.id == "permission:camera" }?.rule
        #expect(rule?.declaration == "permission camera " + own)
    }

    @Test func `an outcome is translated at its end, and without translations nothing is`() throws {
        let ruleset = try Tables.ruleset(Self.table)
        func explain(_ url: String, _ languages: String) throws -> Outcome {
            let caller = Caller(uid: 1000)
            var outcome = Explanation(of: url, in: ruleset, facts: Facts(), caller: caller).outcome
            Translator(ruleset.catalogue, for: try Self.languages(languages))?.translate(&outcome)
            return outcome
        }
        func arguments(_ outcome: Outcome, _ kind: Remedy.Kind) -> [String] {
            let remedies = outcome.constraints.flatMap(\.remedies).filter { $0.kind == kind }
            return remedies.flatMap { remedy in
                ["usage", "titles", "question"].compactMap { remedy.argument($0)?.argumentText }
            }
        }
        let (german, english) = (try explain("s://plain", "de"), try explain("s://plain", "en"))
        #expect(german.title == "Rezept-App" && german.message == english.message)
        #expect(arguments(german, .requestPermissions) == ["Um ein Etikett zu lesen"])
        #expect(arguments(german, .purchase) == ["Premium-Abo"])
        #expect(arguments(try explain("s://plain", "fr"), .purchase) == ["Premium"])
        #expect(arguments(try explain("s://inner/7", "de"), .confirm) == ["7 löschen?"])
        #expect(arguments(try explain("s://inner/7", "nl"), .confirm) == ["Delete 7?"])
        let plain = try Tables.ruleset("scheme s\nfeature F { title \"F\" ; action a { respond } ; route r /r do a }")
        #expect(Translator(plain.catalogue, for: try Self.languages("de")) == nil)
        #expect(Translator(ruleset.catalogue, for: nil) == nil)
    }

    @Test(arguments: [
        TableRow(
            .feature, "title \"Recipes\"\n    title \"Others\"",
            """
            t:4:5: error RT103: `title` is given twice
               4 |     title "Others"
                 |     ^~~~~
                 = note: t:3:5: the first is here
               3 |     title "Recipes"
                 |     ^~~~~
                 = help: keep one of them
            """),
        TableRow(
            .feature, "title \"R\"\n    title de \"R\"\n    title DE \"S\"",
            """
            t:5:5: error RT103: `title` is given twice in de
               5 |     title DE "S"
                 |     ^~~~~
                 = note: t:4:5: the first is here
               4 |     title de "R"
                 |     ^~~~~
                 = help: keep one of them
            """),
        TableRow(
            .feature, "title de \"Rezepte\"",
            """
            t:3:5: error RT107: `title` has no text for all other languages
               3 |     title de "Rezepte"
                 |     ^~~~~~~~~~~~~~~~~~
                 = help: add a line without a language: `title "…"`
            """),
        TableRow(
            .feature, "title Recipe book",
            """
            t:3:11: error RT104: `Recipe` is not a language
               3 |     title Recipe book
                 |           ^~~~~~
                 = help: write a tag such as de or pt-BR, or put a text of several words in quotes
            """),
        TableRow(
            .feature, #"require confirmation "Delete?" de"#,
            """
            t:3:36: error RT107: the text in de is missing
               3 |     require confirmation "Delete?" de
                 |                                    ^~
                 = help: write it behind the language, in quotes
            """),
        TableRow(
            .feature, #"require confirmation "Delete?" de "Löschen?" de "Weg?""#,
            """
            t:3:50: error RT107: there are two texts in de
               3 |     require confirmation "Delete?" de "Löschen?" de "Weg?"
                 |                                                  ^~
                 = help: keep one of them
            """),
        TableRow(
            .feature, #"require confirmation "Delete?" de "$(list) löschen?""#,
            """
            t:3:39: error RT308: the action `a` has no input `list`
               3 |     require confirmation "Delete?" de "$(list) löschen?"
                 |                                       ^~~~~~~~~~~~~~~~~~
                 = help: declare it: `input list TYPE`
            """),
        TableRow(
            .feature, #"require permission camera "To\nrecord""#,
            """
            t:3:31: error RT107: a usage is shown to people, and this text cannot be
               3 |     require permission camera "To\\nrecord"
                 |                               ^~~~~~~~~~~~
                 = help: write 1 to 200 characters, without line breaks, control characters and marks of direction
            """),
        TableRow(
            .file, "permission camera",
            """
            t:1:12: error RT202: the line says nothing of `camera`
               1 | permission camera
                 |            ^~~~~~
                 = help: name its source, as in `permission camera from file /run/app/$(uid)/status`, or what it is used for: `permission camera { usage "To …" }`
            """),
        TableRow(
            .file, "permission camera { usage \"A\" }\npermission camera { usage \"B\" }",
            """
            t:2:12: error RT103: it is said twice what `camera` is used for
               2 | permission camera { usage "B" }
                 |            ^~~~~~
                 = help: keep one of them
            """),
        TableRow(
            .file,
            """
            permission camera from consent
            permission photos from consent
            permission motion from consent { usage "To count your steps" }
            scheme s
            feature F {
                require permission camera motion
                require permission photos "To add a picture"
                action a { respond }
                route r /r do a
            }
            """,
            """
            t:1:12: warning RT212: people are asked for `camera` and not told what it is used for
               1 | permission camera from consent
                 |            ^~~~~~
                 = help: add a block, as in `permission camera from consent { usage "To …" }`
            """),
    ])
    func `what is said twice, or in no language, is an error`(_ row: TableRow) { row.check() }
}
