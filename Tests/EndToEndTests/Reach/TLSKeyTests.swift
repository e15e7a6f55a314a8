import Foundation
import Testing

/// The keys of connections to services.
@Suite struct TLSKeyTests {
    @Test func `no variable of the daemon's environment makes libcurl write the keys of a connection`() throws {
        let service = try LoopbackListener()
        let table = """
            scheme t
            feature F {
                action a {
                    http GET https://127.0.0.1:\(service.port)/
                    timeout 500ms
                }
                route a /a do a
            }

            """
        try withFolder { folder in
            let keys = folder.path(of: "keys")
            try withDaemon(in: folder, table: table, environment: ["SSLKEYLOGFILE": keys]) { daemon in
                let outcome = try daemon.connect().open("t://a")
                #expect(outcome["code"].text == "failed.timeout", "\(outcome)")
                #expect(try service.takeByte() == 22, "libcurl has begun with TLS")
                #expect(!FileManager.default.fileExists(atPath: keys))
            }
        }
    }
}
