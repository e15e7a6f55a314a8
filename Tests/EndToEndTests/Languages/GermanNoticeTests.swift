import Testing

/// The notifications of a German session, for a table in two languages: their texts, buttons and questions.
@Suite struct GermanNoticeTests {
    private static let table = """
        scheme t
        product premium {
            title "Premium"
            title de "Rezept-Paket"
            trial 14d
            buy   https://shop.example/premium
        }
        product coins {
            title "Coins"
            title de "Münzen"
            kind  consumable
        }
        permission contacts from consent {
            usage "To address the invitation"
            usage de "Um die Einladung zu adressieren"
        }
        feature Recipes {
            title "Recipes"
            title de "Rezepte"
            require toggle off
            action open { respond }
            route recipe /r do open
        }
        feature Best {
            title "Best recipes"
            title de "Beste Rezepte"
            require purchase premium
            action open { respond }
            route best /best do open
        }
        feature Levels {
            title "Levels"
            title de "Stufen"
            require purchase coins 30
            action open { respond }
            route level /level do open
        }
        feature Share {
            title "Sharing"
            title de "Teilen"
            require permission contacts
            action share { respond }
            route share /share do share
        }
        feature Trash {
            title "Trash"
            title de "Papierkorb"
            require confirmation "Delete “$(name)”?" de "„$(name)“ löschen?"
            action empty {
                input name string
                respond
            }
            route trash /trash/$(name) do empty
        }
        """

    /// What a person reads and presses, one notification after the other; the last one has no press.
    private struct Row {
        let url: String
        let title: String
        let steps: [(body: String, labels: [String], press: String?)]
    }

    private static let rows = [
        Row(
            url: "t:/r", title: "Rezepte",
            steps: [
                ("Der Schalter „Rezepte“ ist aus.", ["Einschalten"], "Einschalten"),
                ("„Rezepte“ ist jetzt an.", ["Jetzt öffnen"], nil),
            ]),
        Row(
            url: "t:/best", title: "Beste Rezepte",
            steps: [
                (
                    "„Beste Rezepte“ lässt sich nur mit „Rezept-Paket“ öffnen.", ["14 Tage testen", "Shop öffnen"],
                    "14 Tage testen"
                ),
                ("„Rezept-Paket“ lässt sich 14 Tage lang nutzen.", ["Jetzt öffnen"], nil),
            ]),
        Row(
            url: "t:/level", title: "Stufen",
            steps: [
                ("„Stufen“ lässt sich nur mit 30 Einheiten „Münzen“ öffnen, und vorhanden sind 12.", [], nil)
            ]),
        Row(
            url: "t:/share", title: "Teilen",
            steps: [
                (
                    "„Teilen“ benötigt Zugriff auf die Kontakte, und das ist noch nicht erlaubt.", ["Nachfragen"],
                    "Nachfragen"
                ),
                (
                    "„Teilen“ benötigt Zugriff auf die Kontakte (contacts). Um die Einladung zu adressieren.",
                    ["Erlauben", "Nicht erlauben", "Nicht jetzt"], "Erlauben"
                ),
                ("Es ist jetzt erlaubt.", ["Jetzt öffnen"], nil),
            ]),
        Row(
            url: "t:/trash/old", title: "Papierkorb",
            steps: [
                ("„old“ löschen?\nFührt aus: „empty“ mit:\nname = \"old\"", ["Öffnen", "Nicht öffnen"], nil)
            ]),
        Row(
            url: "t:/nothing", title: "Link nicht geöffnet",
            steps: [("Auf diesem Rechner öffnet keine App diesen Link.", [], nil)]),
    ]

    @Test func `a click is refused, asked about and mended in German`() throws {
        try NoticeStage.with(table: Self.table) { stage in
            var stage = stage
            stage.session = ["LANG": "de_DE.UTF-8"]
            let coins = try stage.daemon.tool("purchase", "coins", "active", "--units", "12")
            #expect(coins.exit == .code(0), "\(coins)")
            for row in Self.rows {
                let program = try stage.show(try stage.click(row.url), pause: "1ms")
                defer { program.kill() }
                for step in row.steps {
                    let shown = try stage.service.shown()
                    #expect(shown.summary == row.title && shown.body == step.body && shown.labels == step.labels)
                    if let label = step.press { try stage.service.press(shown, label) }
                }
            }
        }
    }
}
