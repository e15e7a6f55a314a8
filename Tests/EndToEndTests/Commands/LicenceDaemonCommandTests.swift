import Glibc
import Testing

/// `deeplinkctl licence` with a daemon, from a new key to a performed link.
@Suite struct LicenceDaemonCommandTests {
    private func licence(_ words: String...) throws -> Program.Run {
        try Program.run(Products.tool, ["licence"] + words)
    }

    private static func table(_ folder: TemporaryFolder) -> String {
        """
        scheme t
        product pro {
            title "Pro"
            price "4,99 € a month"
        }
        product plus {
            trial 14d
        }
        issuer shop {
            key \(folder.path(of: "shop.jwk.pub"))
            products pro
            audience app
        }
        feature Pro {
            require purchase pro
            action a {
                respond
            }
            route pro /pro do a
        }
        feature Plus {
            require purchase plus
            action a {
                respond
            }
            route plus /plus do a
        }

        """
    }

    @Test func `a new key signs a licence, and the daemon that trusts the key performs the link`() throws {
        try withFolder { folder in
            let key = folder.path(of: "shop.jwk")
            #expect(try licence("keygen", key).exit == .code(0))
            let subject = "uid:\(getuid())"
            let item = try licence(
                "sign", "--key", key, "--issuer", "shop", "--audience", "app", "--subject", subject, "--product", "pro")
            let file = try folder.write("item.jws", item.output)
            try withDaemon(
                in: folder, table: Self.table(folder), stateDirectory: try folder.makeFolder("state")
            ) { daemon in
                let socket = daemon.socket
                let products = try licence("products", "--socket", socket)
                #expect(products.output.contains("4,99 €") && products.output.contains("plus"), "\(products)")
                #expect(try daemon.tool("open", "t://pro").exit != .code(0))
                let forged = try folder.write("forged.jws", item.output.dropLast(4) + "AAAA\n")
                let refused = try licence("ingest", "--socket", socket, "--subject", subject, forged)
                #expect(refused.exit == .code(3) && refused.output.contains("rejected"), "\(refused)")
                let ingested = try licence("ingest", "--socket", socket, "--subject", subject, file)
                #expect(ingested.exit == .code(0) && ingested.output.contains("accepted"), "\(ingested)")
                #expect(try daemon.tool("open", "t://pro").exit == .code(0))
                let restored = try licence("restore", "--socket", socket, "--subject", subject, "--format", "json")
                #expect(restored.exit == .code(0) && restored.output.contains(#""verified":1"#), "\(restored)")
                let trial = try licence("trial", "--socket", socket, "--subject", subject, "plus")
                #expect(trial.exit == .code(0), "\(trial)")
                #expect(try daemon.tool("open", "t://plus").exit == .code(0))
                let status = try licence("status", "--socket", socket, "--subject", subject)
                #expect(status.output.contains("active") && status.output.contains("trial"), "\(status)")
            }
        }
    }
}
