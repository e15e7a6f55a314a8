import Foundation
import Glibc
import Testing

/// What the log says of sources.
@Suite struct SourceLogTests {
    private static func table(_ file: String) -> String {
        """
        scheme t
        feature Run {
            require runtime from file \(file)
            action a {
                respond
            }
            route run /run do a
        }
        """
    }

    private func lines(_ daemon: RunningDaemon, _ message: String) -> [String] {
        daemon.log.split(separator: "\n").map(String.init).filter { $0.hasPrefix(message) }
    }

    @Test func `a source that dies has one line, however many calls ask for it, and so has one that is back`() throws {
        try withFolder { folder in
            let file = try folder.write("switch", "on\n")
            try withDaemon(table: Self.table(file)) { daemon in
                let client = try daemon.connect()
                #expect(try client.open("t://run")["code"].text == "ok.performed")
                for _ in 0..<2 {
                    try FileManager.default.removeItem(atPath: file)
                    try Patience.lookFor("a refusal") {
                        try client.open("t://run")["code"].text == "pending.undetermined"
                    }
                    for _ in 0..<20 { _ = try client.open("t://run") }
                    _ = try folder.write("switch", "on\n")
                    try Patience.lookFor("an answer") { try client.open("t://run")["code"].text == "ok.performed" }
                }
                try Patience.lookFor("both lines, twice") { lines(daemon, "source answers again").count == 2 }
                let (died, back) = (lines(daemon, "source does not answer"), lines(daemon, "source answers again"))
                #expect(died.count == 2 && Set(died).count == 1, "\(died)")
                let names = #"fact="runtime Run" feature=Run"#
                #expect(died.first?.hasPrefix("source does not answer \(names) reason=") == true, "\(died)")
                #expect(died.first?.hasSuffix(" source=file:\(file) state=undetermined") == true, "\(died)")
                #expect(back.first == "source answers again \(names) source=file:\(file) state=current")
            }
        }
    }

    @Test func `a source that is missing at a start has a line`() throws {
        try withFolder { folder in
            try withDaemon(table: Self.table(folder.path(of: "none"))) { daemon in
                try daemon.awaitLog("source does not answer fact=\"runtime Run\"")
            }
        }
    }
}
