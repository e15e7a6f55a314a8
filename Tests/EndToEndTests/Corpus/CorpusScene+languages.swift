import Foundation

extension CorpusScene {
    // MARK: Languages

    /// Every call that takes languages, and a list that is refused.
    static func readTranslations(_ recorder: CorpusRecorder) throws {
        let table = """
            scheme t
            permission contacts from consent {
                usage "To address your invitation"
                usage de "Um die Einladung zu adressieren"
            }
            feature Share {
                title "Sharing"
                title de "Teilen"
                description "Invites people"
                description de "Lädt Leute ein"
                require permission contacts
                action go {
                    respond
                }
                route go /go do go
            }
            feature Trash {
                title "Trash"
                title de "Papierkorb"
                require confirmation "Delete it?" de "Löschen?"
                action empty {
                    respond
                }
                route empty /empty do empty
            }
            product pro {
                title "Pro"
                title de "Profi-Paket"
            }
            feature Plain {
                title "Plain"
                title de "Schlicht"
                action show {
                    respond
                }
                route show /show do show
            }

            """
        try withDaemon(table: table) { daemon in
            recorder.record(daemon)
            let client = try daemon.connect()
            for languages in [["de-AT", "en"], ["nl"], ["no tag"]] {
                for method in ["Open", "Verify", "Explain"] {
                    _ = try client.call(
                        "io.deeplinkd.Dispatch." + method, ["url": "t://go", "languages": languages])
                }
                _ = try client.call("io.deeplinkd.Features.List", ["languages": languages])
                _ = try client.call("io.deeplinkd.Features.Describe", ["feature": "Share", "languages": languages])
            }
            _ = try client.call("io.deeplinkd.Dispatch.Explain", ["url": "t://empty", "languages": ["de"]])
            let binding = try client.verify("t://show")
            _ = try client.call("io.deeplinkd.Dispatch.Perform", ["binding": binding, "languages": ["de"]])
            for method in ["Products", "Status", "Restore"] {
                _ = try client.call("io.deeplinkd.Purchases." + method, ["languages": ["de"]])
            }
            let buyer = try daemon.connect()
            try buyer.send(
                #"{"method":"io.deeplinkd.Purchases.Watch","more":true,"parameters":{"languages":["de"]}}"#)
            _ = try buyer.receive()
            let watcher = try daemon.connect()
            try watcher.send(
                #"{"method":"io.deeplinkd.Features.Watch","more":true,"parameters":{"languages":["de"]}}"#)
            _ = try watcher.receive()
            let flow = FlowClient(client: try daemon.connect(), other: client)
            try flow.begin(["url": "t://go", "languages": ["de"], "initiated": true])
            _ = try flow.next(2)
            try flow.answer("granted", "contacts")
            _ = try flow.next(2)
        }
    }
}
