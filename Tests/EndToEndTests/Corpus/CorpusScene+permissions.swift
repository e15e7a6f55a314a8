import Foundation

extension CorpusScene {
    // MARK: Permissions

    /// Each event and most ends of flows, each answer, and each error.
    static func authorise(_ recorder: CorpusRecorder) throws {
        let table = """
            scheme t
            permission contacts from consent
            permission photos from consent
            feature Share {
                description "Sharing"
                require permission contacts
                require permission photos
                action go {
                    respond
                }
                route go /go do go
            }
            feature Bought {
                require purchase pro
                require permission contacts
                action go {
                    respond
                }
                route bought /bought do go
            }
            product pro {
            }

            """
        try withDaemon(table: table) { daemon in
            recorder.record(daemon)
            let (client, other) = (try daemon.connect(), try daemon.connect())
            /// Begins a flow on a connection of its own, which ends with it, and reads the first answers.
            func flow(_ parameters: [String: Any], answers: Int) throws -> FlowClient {
                let flow = FlowClient(client: try daemon.connect(), other: other)
                try flow.client.send(
                    JSONTree.write(
                        ["method": "io.deeplinkd.Permissions.Authorise", "parameters": parameters, "more": true]))
                _ = try flow.next(answers)
                return flow
            }
            for parameters in [["url": "t://bought"], ["url": "t://none"], ["feature": "None"]] {
                _ = try flow(parameters, answers: 1)
            }
            let older = try flow(["feature": "Share", "pace": "human"], answers: 2)
            let denied = try flow(["url": "t://go", "initiated": true], answers: 2)
            _ = try older.next()
            try denied.answer("denied", "contacts")
            _ = try denied.next(2)
            _ = try flow(["url": "t://go"], answers: 2)
            let granted = try flow(["action": "Share.go", "initiated": true], answers: 2)
            try granted.answer("granted", "photos")
            try granted.answer("granted", "contacts")
            _ = try granted.next(2)
            try granted.answer("asked", "photos")
            _ = try granted.next(2)
            let last = try flow(["url": "t://go"], answers: 2)
            try last.answer("granted", "photos")
            _ = try last.next(2)
            try last.answer("cancel", nil)
            _ = try client.call("io.deeplinkd.Permissions.List")
            for name in ["contacts", "teleport"] {
                _ = try client.call("io.deeplinkd.Permissions.Withdraw", ["permission": name])
            }
            _ = try client.open("t://go")
        }
    }
}
