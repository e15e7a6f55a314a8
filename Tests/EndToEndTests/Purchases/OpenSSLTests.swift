import Contract
import Foundation
import Glibc
import PurchaseRules
import TestSupport
import Testing

/// When the programs load OpenSSL, what it may load, and what they do without it.
@Suite struct OpenSSLTests {
    private static let plain = """
        scheme t
        feature Pro {
            require purchase pro
            action open {
                respond
            }
            route pro /pro do open
        }
        product pro {
        }

        """

    /// A folder in which a file that is no library ends the search for OpenSSL.
    private static func environmentWithout(_ folder: TemporaryFolder) throws -> [String: String] {
        try folder.write("libcrypto.so.3", "")
        return Sanitizer.environmentWithoutSymbols.merging(["LD_LIBRARY_PATH": folder.path]) { $1 }
    }

    private static func maps(of program: Program) throws -> String {
        // The kernel gives the file a page at a time, which Foundation takes for its end.
        try Program.run("/bin/cat", ["/proc/\(program.processID)/maps"]).output
    }

    @Test func `a table without an issuer maps nothing of OpenSSL, and one with an issuer does`() throws {
        try withFolder { folder in
            let shop = try Shop(folder)
            for (table, isMapped) in [(Self.plain, false), (shop.table(), true)] {
                try withDaemon(table: table) { daemon in
                    let client = try daemon.connect()
                    #expect(try client.open("t://pro")["feature"].text == "Pro")
                    #expect(try Self.maps(of: daemon.program).contains("libcrypto") == isMapped)
                }
            }
        }
    }

    @Test func `OPENSSL_CONF in the environment loads no module`() throws {
        let configuration = """
            openssl_conf = all
            [all]
            providers = providers
            [providers]
            default = active
            legacy = active
            [active]
            activate = 1

            """
        try withFolder { folder in
            let shop = try Shop(folder)
            let environment = ["OPENSSL_CONF": try folder.write("openssl.cnf", configuration)]
            let state = try folder.makeFolder("state")
            try withDaemon(
                in: folder, table: shop.table(), stateDirectory: state, environment: environment
            ) { daemon in
                let client = try daemon.connect()
                #expect(try client.ingest([shop.licence(.uid(getuid()))]) == ["accepted"])
                let maps = try Self.maps(of: daemon.program)
                #expect(maps.contains("libcrypto.so.3") && !maps.contains("legacy.so"))
            }
            // The same file has OpenSSL's own program load it.
            guard FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl") else { return }
            let other = try Program.run("/usr/bin/openssl", ["list", "-providers"], environment: environment)
            #expect(other.output.contains("legacy"), "\(other)")
        }
    }

    @Test func `without OpenSSL licences are undetermined by name, and a reload finds it`() throws {
        try withFolder { folder in
            let shop = try Shop(folder)
            let environment = try Self.environmentWithout(folder)
            let state = try folder.makeFolder("state")
            try withDaemon(
                in: folder, table: shop.table("revoked k1 since 2030-01-01"), stateDirectory: state,
                environment: environment
            ) { daemon in
                let client = try daemon.connect()
                let item = try shop.licence(.uid(getuid()))
                #expect(try client.ingest([item]) == ["rejected licence.unverified"])
                let outcome = try client.open("t://pro")
                #expect(outcome["code"].text == "pending.undetermined", "\(outcome)")
                #expect("\(outcome)".contains("libcrypto.so.3"), "\(outcome)")
                #expect(try client.purchase()["evidence.fault"].text.contains("libcrypto.so.3"))
                let status = try Program.tool("status", "--socket", daemon.socket)
                for part in ["libcrypto.so.3", "undetermined: purchase, licences", "RT903"] {
                    #expect(status.output.contains(part), "\(status)")
                }
                try FileManager.default.removeItem(atPath: folder.path(of: "libcrypto.so.3"))
                let reload = try Program.tool("reload", "--socket", daemon.socket)
                #expect(reload.exit == .code(0) && !reload.output.contains("libcrypto"), "\(reload)")
                #expect(try client.open("t://pro")["code"].text == "blocked.purchase.required")
                #expect(try client.ingest([item]) == ["accepted"])
                #expect(try client.open("t://pro")["code"].text == "ok.performed")
            }
        }
    }

    @Test func `without OpenSSL the command line says what to install`() throws {
        try withFolder { folder in
            let shop = try Shop(folder)
            let environment = try Self.environmentWithout(folder)
            let table = try folder.write("routes.conf", shop.table())
            let key = folder.path(of: "new.jwk")
            for (words, status) in [
                (["licence", "keygen", key], 1), (["licence", "verify", "--key", folder.path(of: "k1")], 1),
                (["licence", "verify", "-f", table], 1), (["check", "-f", table], 0),
                (["check", "--host", "-f", table], 1),
            ] as [([String], Int32)] {
                let run = try Program.run(
                    Products.tool, words, input: "a.b.c", environment: environment)
                #expect(run.exit == .code(status), "\(words): \(run)")
                #expect((run.output + run.errors).contains("libcrypto.so.3; Debian: libssl3"), "\(words): \(run)")
            }
            #expect(!FileManager.default.fileExists(atPath: key))
        }
    }

    @Test func `the programs name the libraries that they load by themselves`() throws {
        for program in [Products.daemon, Products.tool] {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: program))
            #expect(bytes.range(of: Data(".note.dlopen".utf8)) != nil)
            let libraries =
                ["libcrypto.so.3", "libicuuc.so.72"]
                + (program == Products.daemon ? ["libcurl.so.4", "libsystemd.so.0"] : [])
            for library in libraries {
                #expect(bytes.range(of: Data("\"\(library)\"".utf8)) != nil, "\(program): \(library)")
            }
        }
    }
}
