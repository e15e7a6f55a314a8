import Foundation
import Glibc
import Testing

/// A table in two languages, through the socket: each caller is asked and refused in its own.
@Suite struct LanguageTests {
    private static let table = """
        scheme t
        permission contacts from consent {
            usage "To address the invitation"
            usage de "Um die Einladung zu adressieren"
        }
        product pro {
            title "Pro"
            title de "Profi-Paket"
            source file $STATE
        }
        feature Share {
            title "Sharing"
            title de "Teilen"
            require permission contacts
            action go { respond }
            route go /go do go
        }
        feature Switch {
            title "Recipes"
            title de "Rezepte"
            description "All recipes"
            description de "Alle Rezepte"
            require toggle off
            action see { respond }
            route see /switch do see
        }
        feature Trash {
            title "Trash"
            title de "Papierkorb"
            require confirmation "Delete “$(list)”?" de "„$(list)“ löschen?"
            action empty { input list string ; respond }
            route empty /empty/$(list) do empty
        }
        feature Plain {
            title "Plain"
            title de "Schlicht"
            require purchase pro
            action buy { respond }
            route buy /buy do buy
        }
        feature Open {
            title "Open"
            title de "Offen"
            action o { input n uint? ; respond "ok" }
            route o /open do o
            route n /n/$(n:uint) do o
        }

        """

    private func withClient(_ body: (RunningDaemon, RawClient) throws -> Void) throws {
        try withFolder { folder in
            let state = try folder.write("pro", "none")
            try withDaemon(in: folder, table: Self.table.replacing("$STATE", with: state)) { daemon in
                try body(daemon, daemon.connect())
            }
        }
    }

    /// What the table has of an outcome for people: its title, and the texts of its remedies.
    private func texts(_ outcome: JSONTree) -> [String] {
        let names = ["title", "titles", "usage", "question"]
        let remedies = (outcome["remedies"]?.elements ?? []).prefix(1)
        return [outcome["title"].text]
            + remedies.flatMap { remedy in names.compactMap { remedy["arguments." + $0]?.text } }
    }

    @Test(arguments: [
        ("t://go", ["Sharing", "To address the invitation"], ["Teilen", "Um die Einladung zu adressieren"]),
        ("t://switch", ["Recipes", "Recipes"], ["Rezepte", "Rezepte"]),
        ("t://empty/old", ["Trash", "Delete “old”?"], ["Papierkorb", "„old“ löschen?"]),
        ("t://buy", ["Plain", "Pro"], ["Schlicht", "Profi-Paket"]),
        ("t://open", ["Open"], ["Offen"]), ("t://n/x", ["-"], ["-"]),
    ])
    func `a link is refused and opened in the caller's language`(
        _ url: String, _ english: [String], _ german: [String]
    ) throws {
        try withClient { _, client in
            for method in ["Open", "Verify", "Explain"] {
                for (languages, expected) in [
                    (["de"], german), (["de-AT", "fr"], german), (["fr", "de"], german), (["fr"], english),
                    ([], english), (["*"], english),
                ] {
                    let outcome = try client.outcome(method, ["url": url, "languages": languages])
                    #expect(texts(outcome) == expected, "\(method) \(languages) \(outcome)")
                }
                #expect(texts(try client.outcome(method, ["url": url])) == english)
                #expect(texts(try client.outcome(method, ["url": url, "languages": NSNull()])) == english)
            }
        }
    }

    @Test func `an outcome says the same in all languages but for its texts`() throws {
        try withClient { _, client in
            for url in ["t://go", "t://switch", "t://empty/old", "t://open", "t://none", "t:// bad"] {
                func shape(_ languages: [String]?) throws -> [String] {
                    var parameters: [String: Any] = ["url": url]
                    parameters["languages"] = languages
                    let outcome = try client.outcome("Open", parameters)
                    return ["code", "message", "primary", "feature", "action", "route", "url"].map { outcome[$0].text }
                }
                let (german, plain) = (try shape(["de"]), try shape(nil))
                #expect(german == plain, "\(url)")
            }
        }
    }

    @Test func `a list of languages that is none is refused`() throws {
        try withClient { _, client in
            let many = Array(repeating: "de", count: 17)
            for languages: [String] in [["deutsch"], ["de_DE"], [""], many] {
                for (method, more) in [
                    ("Dispatch.Open", ["url": "t://open"]), ("Dispatch.Verify", ["url": "t://open"]),
                    ("Dispatch.Explain", ["url": "t://open"]), ("Features.List", [:]),
                    ("Features.Describe", ["feature": "Open"]), ("Dispatch.Perform", ["binding": "8v7gjt2rvcq9k"]),
                    ("Purchases.Products", [:]), ("Purchases.Status", [:]), ("Purchases.Restore", [:]),
                ] as [(String, [String: String])] {
                    var parameters: [String: Any] = more
                    parameters["languages"] = languages
                    let answer = try client.call("io.deeplinkd." + method, parameters)
                    #expect(answer["error"].text == "org.varlink.service.InvalidParameter", "\(method) \(answer)")
                    #expect(answer["parameters.parameter"].text == "languages")
                }
            }
        }
    }

    @Test func `a binding is performed in the language that its call names`() throws {
        try withClient { _, client in
            for (verified, performed, title) in [
                (["de"], ["de"], "Offen"), ([], ["de-AT"], "Offen"), (["de"], ["fr"], "Open"), (["de"], [], "Open"),
            ] {
                let verify = try client.call(
                    "io.deeplinkd.Dispatch.Verify", ["url": "t://open", "languages": verified])
                let binding = try #require(verify["parameters.binding"]?.text)
                let parameters: [String: Any] = ["binding": binding, "languages": performed]
                let outcome = try client.outcome("Perform", parameters)
                #expect(outcome["code"].text == "ok.performed" && outcome["title"].text == title, "\(outcome)")
                #expect(try client.outcome("Perform", parameters)["code"].text == "rejected.binding.unknown")
            }
        }
    }

    @Test func `a product is listed and reported in the caller's language`() throws {
        try withClient { daemon, client in
            for (languages, title) in [(["de-CH"], "Profi-Paket"), (["fr"], "Pro"), ([], "Pro")] {
                let parameters: [String: Any] = ["languages": languages]
                let products = try client.call("io.deeplinkd.Purchases.Products", parameters)
                #expect(products["parameters.products.0.title"].text == title, "\(products)")
                let status = try client.call("io.deeplinkd.Purchases.Status", parameters)
                #expect(status["parameters.purchases.0.title"].text == title, "\(status)")
                let watch = try daemon.connect()
                try watch.send(
                    #"{"method":"io.deeplinkd.Purchases.Watch","parameters":{"languages":\#(languages)},"more":true}"#)
                #expect(try watch.receive()?["parameters.purchases.0.title"].text == title)
            }
            #expect(
                try client.call("io.deeplinkd.Purchases.Products", [:])["parameters.products.0.title"].text == "Pro")
            let run = try Program.tool(
                "licence", "products", "--socket", daemon.socket, environment: ["LANG": "de_DE.UTF-8"])
            #expect(run.output.contains("Profi-Paket"), "\(run)")
        }
    }

    @Test func `a feature is listed and described in the caller's language`() throws {
        try withClient { _, client in
            for (languages, title, about) in [
                (["de-CH"], "Rezepte", "Alle Rezepte"), (["nl"], "Recipes", "All recipes"),
            ] {
                let parameters: [String: Any] = ["feature": "Switch", "languages": languages]
                let one = try client.call("io.deeplinkd.Features.Describe", parameters)["parameters.feature"]
                #expect(one?["title"].text == title && one?["description"].text == about)
                #expect(one?["constraints.0.remedies.0.arguments.title"].text == title)
                let all = try client.call("io.deeplinkd.Features.List", ["languages": languages])
                let listed = all["parameters.features"]?.elements.first { $0["path"].text == "Switch" }
                #expect(listed?["title"].text == title && listed?["description"].text == about)
            }
        }
    }

    @Test func `a flow asks in the caller's language, and performs the link`() throws {
        try withClient { daemon, client in
            for (languages, title, usage) in [
                (["de"], "Teilen", "Um die Einladung zu adressieren"), (["fr"], "Sharing", "To address the invitation"),
            ] {
                let flow = FlowClient(client: try daemon.connect(), other: client)
                try flow.begin(["url": "t://go", "languages": languages, "initiated": true])
                #expect(try flow.next() == "began contacts")
                let question = try flow.client.receive()?["parameters.question"]
                #expect(question?["usage"].text == usage && question?["feature"].text == title)
                #expect(question?["title"].text == "“\(title)” needs the permission contacts. \(usage).")
                try flow.answer("denied", "contacts")
            }
            let flow = FlowClient(client: try daemon.connect(), other: client)
            try flow.begin(["url": "t://empty/old", "languages": ["de"]])
            #expect(try flow.next() == "began confirmation")
            let question = try flow.client.receive()?["parameters.question"]
            #expect(question?["title"].text == "„old“ löschen?" && question?["usage"] == nil)
            try flow.answer("granted", "confirmation")
            #expect(try flow.next() == "answered confirmation granted")
            let end = try flow.client.receive()
            #expect(end?["parameters.outcome.code"].text == "ok.performed")
            #expect(end?["parameters.outcome.title"].text == "Papierkorb")
        }
    }
}
