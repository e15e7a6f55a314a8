import Foundation

extension CorpusScene {
    // MARK: Services

    /// Calls of a service that answers, fails, and does not know the method.
    static func callServices(_ recorder: CorpusRecorder) throws {
        try withFolder { folder in
            let path = folder.path(of: "service")
            let service = try ScriptedDaemon(
                at: path,
                script: [
                    [#"{"parameters":{"title":"Dune","more":1}}"#],
                    [#"{"error":"io.example.Player.NoSuchEpisode","parameters":{"episode":7}}"#],
                    [#"{"error":"org.varlink.service.MethodNotFound","parameters":{"method":"Play"}}"#],
                ])
            defer { service.stop() }
            let table = """
                scheme t
                feature Player {
                    action play {
                        input episode uint
                        varlink unix:\(path) io.example.Player.Play episode=$(episode)
                        result {
                            title string
                        }
                    }
                    route play /play/$(episode:uint) do play
                }

                """
            try withDaemon(in: folder, table: table) { daemon in
                recorder.record(daemon)
                let client = try daemon.connect()
                for _ in 0..<3 { _ = try client.open("t://play/7") }
                _ = try client.outcome("Explain", ["url": "t://play/7"])
            }
        }
    }
}
