import Glibc

extension CorpusScene {
    /// Links of every kind in the timeline, and every question about them.
    static func readTimeline(_ recorder: CorpusRecorder) throws {
        let table = """
            profile development
            timeline {
            }
            scheme t
            feature Player {
                action play {
                    input episode uint
                    respond
                }
                route play /play/$(episode:uint) do play
                feature Timer {
                    require toggle off
                    action start {
                        exec /bin/true
                    }
                    route timer /timer do start
                }
            }

            """
        recorder.name("\"uid\":\(getuid())", "\"uid\":0")
        try withDaemon(table: table) { daemon in
            recorder.record(daemon)
            let client = try daemon.connect()
            for url in ["t://play/1", "t://timer", "t://no"] { _ = try client.open(url) }
            _ = try client.outcome(
                "Open", ["action": "Player.play", "inputs": ["episode": 2], "subject": "account:ann"])
            _ = try client.call("io.deeplinkd.Monitor.Focus", ["features": ["Player"]])
            _ = try client.open("t://play/3")
            _ = try client.call("io.deeplinkd.Features.SetToggle", ["feature": "Timer", "on": true])
            let id = try client.open("t://timer")["outcomeId"].text
            let questions: [[String: Any]] = [
                [:], ["after": 17, "last": 2, "sinceMs": 1, "untilMs": 1 << 50, "uid": Int(getuid())],
                ["feature": "Timer", "code": "ok"], ["outcomeId": id],
            ]
            for parameters in questions {
                let message = try RawClient.message("io.deeplinkd.Monitor.Timeline", parameters)
                try client.send("{\"more\":true," + message.dropFirst())
                while try client.receive()?["continues"] != nil {}
            }
            for parameters: [String: Any] in [["last": -1], ["uid": -1]] {
                let message = try RawClient.message("io.deeplinkd.Monitor.Timeline", parameters)
                try client.send("{\"more\":true," + message.dropFirst())
                _ = try client.receive()
            }
            _ = try client.call("io.deeplinkd.Monitor.Focus", ["features": ["Nothing"]])
            _ = try client.call("io.deeplinkd.Monitor.Focus")
            try client.send(
                #"{"more":true,"method":"io.deeplinkd.Monitor.Timeline","parameters":{"last":1,"follow":true}}"#)
            _ = try client.receive()
        }
        try withDaemon(table: "scheme t\n") { daemon in
            recorder.record(daemon)
            _ = try daemon.connect().call("io.deeplinkd.Monitor.Focus")
        }
    }
}
