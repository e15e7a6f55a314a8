extension CorpusScene {
    /// Numbers that are off, in a form that is unknown, and as systemd describes them.
    static func tellNumbers(_ recorder: CorpusRecorder) throws {
        let table = "scheme t\nmetrics {\n    require runtime on\n}\n"
        try withDaemon(table: table) { daemon in
            recorder.record(daemon)
            let client = try daemon.connect()
            func ask(_ method: String, _ parameters: String = "{}") throws {
                try client.send(#"{"method":"\#(method)","parameters":\#(parameters),"more":true}"#)
                while try client.receive()?["continues"].text == "true" {}
            }
            try ask("io.systemd.Metrics.Describe")
            try ask("io.deeplinkd.Monitor.Metrics", #"{"format":"xml"}"#)
            _ = try client.call("io.deeplinkd.Features.SetRuntime", ["feature": "Metrics", "on": false])
            for method in ["io.deeplinkd.Monitor.Metrics", "io.systemd.Metrics.List", "io.systemd.Metrics.Describe"] {
                try ask(method)
            }
        }
    }
}
