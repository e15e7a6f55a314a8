import TestSupport
import Testing

/// The trace of a request in the log.
@Suite struct TraceTests {
    @Test func `the line of an outcome names the trace that the request is part of`() throws {
        let table = "scheme t\nfeature F {\n    action a {\n        respond\n    }\n    route r /r do a\n}\n"
        try withDaemon(table: table) { daemon in
            let client = try daemon.connect()
            let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
            for url in ["t://r", "t://none"] {
                let call = ["url": url, "traceparent": "00-\(trace)-00f067aa0ba902b7-01"]
                let outcome = try client.outcome("Open", call)
                let id = outcome["outcomeId"].text
                try Patience.lookFor("the line of the outcome") { daemon.log.contains("id=\(id) ") }
                let line = daemon.log.split(separator: "\n").first { $0.contains("id=\(id) ") }
                #expect(line?.contains(" trace=\(trace) uid=") == true, "\(daemon.log)")
            }
            let plain = try client.open("t://r")["outcomeId"].text
            try Patience.lookFor("the line of the outcome") { daemon.log.contains("id=\(plain) ") }
            let line = daemon.log.split(separator: "\n").first { $0.contains("id=\(plain) ") }
            #expect(line?.contains("trace=") == false)
        }
    }
}
