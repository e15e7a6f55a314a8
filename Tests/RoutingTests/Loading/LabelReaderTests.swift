import Contract
import Features
import PurchaseRules
import Testing

@testable import Routing

@Suite struct LabelReaderTests {
    @Test(arguments: [
        TableRow(
            .file, #"title """#,
            """
            t:1:7: error RT107: a title is shown to people, and this text cannot be
               1 | title ""
                 |       ^~
                 = help: write 1 to 64 characters, without line breaks, control characters and marks of direction
            """),
        TableRow(
            .feature, #"title "Open\u{202E}exe.seipceR""#,
            """
            t:3:11: error RT107: a title is shown to people, and this text cannot be
               3 |     title "Open\\u{202E}exe.seipceR"
                 |           ^~~~~~~~~~~~~~~~~~~~~~~~~
                 = help: write 1 to 64 characters, without line breaks, control characters and marks of direction
            """),
        TableRow(
            .file, "icon ../up.png",
            """
            t:1:6: error RT107: `../up.png` is not an icon
               1 | icon ../up.png
                 |      ^~~~~~~~~
                 = help: name an icon of the theme, as in `icon org.example.Recipes`, or the absolute path of an image
            """),
        TableRow(
            .file, "product p { buy http://shop.example/ }",
            """
            t:1:17: error RT107: `http://shop.example/` is not a page of a shop
               1 | product p { buy http://shop.example/ }
                 |                 ^~~~~~~~~~~~~~~~~~~~
                 = help: an https URL, as in `https://shop.example/premium`
            """),
        TableRow(
            .file,
            """
            host shop.example
            product p { buy https://shop.example/buy/p }
            product q { buy https://shop.example/sell/q }
            feature F {
                require purchase any p q
                action a { respond }
                route r /buy/* do a
            }
            """,
            """
            t:2:17: error RT107: the route `r` takes this link, so it opens no page of a shop
               2 | product p { buy https://shop.example/buy/p }
                 |                 ^~~~~~~~~~~~~~~~~~~~~~~~~~
                 = help: name a page that no route of the table takes
            """),
    ])
    func `what people see is checked word by word`(_ row: TableRow) { row.check() }

    private static let table = """
        scheme s
        title "Recipe app"
        icon org.example.Recipes
        product premium {
            title "Premium"
            buy https://shop.example/premium
        }
        feature Plain {
            require purchase premium
            action a { respond }
            route plain /plain do a
        }
        feature Outer {
            title "Recipes"
            feature Inner {
                require toggle off
                action a { input n uint ; respond }
                route inner /inner/$(n:uint) do a
            }
        }
        """

    @Test func `a feature is called by its own title, that of the feature around it, or that of its table`() throws {
        let ruleset = try Tables.ruleset(Self.table)
        let titles = Dictionary(
            uniqueKeysWithValues: ruleset.catalogue.features.map { ($0.path, $0.title?.plain) })
        #expect(titles["Plain"] == "Recipe app")
        #expect(titles["Outer"] == "Recipes")
        #expect(titles["Outer/Inner"] == "Recipes")
        #expect(ruleset.label(of: nil).title?.plain == "Recipe app")
        #expect(ruleset.label(of: nil).icon == "org.example.Recipes")
        #expect(ruleset.label(of: "shop") == TableLabel())
        #expect(ruleset.catalogue.products.map(\.shop) == ["https://shop.example/premium"])
    }

    @Test func `a table without titles gives none`() throws {
        let ruleset = try Tables.ruleset("scheme s\nfeature F { action a { respond } ; route r /r do a }")
        #expect(ruleset.catalogue.features.allSatisfy { $0.title == nil })
    }

    @Test func `an outcome has the title wherever it has the feature`() throws {
        let ruleset = try Tables.ruleset(Self.table)
        for (url, title) in [("s:/inner/7", "Recipes"), ("s:/inner/x", nil), ("s:/plain", "Recipe app")] {
            switch ruleset.destination(of: url) {
            case .routed(let routed, let link):
                #expect(OutcomeDraft(routed, link, in: ruleset).known.title == title, "\(url)")
            case .rejected(let outcome): #expect(outcome.title == title && outcome.feature == nil, "\(url)")
            }
        }
    }
}
