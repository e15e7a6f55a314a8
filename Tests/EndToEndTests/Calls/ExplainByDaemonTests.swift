import Foundation
import Testing

/// What `explain` prints of a daemon's table, compared with what it prints of the same table in a file.
@Suite struct ExplainByDaemonTests {
    /// - Parameter source: a file with what the user has of the product.
    private static func table(_ source: String) -> String {
        """
        scheme t
        channel player {
            kind held
            subscribe group root
            start exec /bin/true --background
        }
        product pro {
            title "Pro"
            source file \(source)
            price "5 a month"
        }
        feature F {
            action run {
                input at uint
                input key string = K secret
                exec /bin/echo --at $(at) --key=$(key)
            }
            action trust {
                input word string
                exec trusted /usr/bin/env printf %s $(word)
            }
            action play {
                channel player
            }
            route wide /run/** do play
            route run /run/$(at:uint) do run
            route trust /trust/$(word) do trust
            route play /play do play
            feature Paid {
                require purchase pro
                action pay {
                    respond
                }
                route pay /pay do pay
            }
        }

        """
    }

    @Test(arguments: ["t://run/7", "t://trust/x", "t://play", "t://pay", "t://none"], ["text", "json"])
    func `a daemon explains as much as a file`(url: String, format: String) throws {
        try withFolder { folder in
            let table = Self.table(try folder.write("pro", "none"))
            try withDaemon(table: table) { daemon in
                let path = try daemon.folder.write("same.conf", table)
                let byFile = try Program.run(Products.tool, ["explain", "-f", path, "--format", format, url])
                let byDaemon = try daemon.tool("explain", "--format", format, url)
                #expect(byFile.exit == byDaemon.exit)
                #expect(Self.comparable(byDaemon.output) == Self.comparable(byFile.output))
                switch url {
                case "t://run/7":
                    #expect(byDaemon.output.contains("--key=***"))
                    let proof = format == "text" ? "only `wide` takes t://run/" : #""because":"narrower"}],"proof":["#
                    #expect(byDaemon.output.contains(proof), "\(byDaemon)")
                case "t://trust/x":
                    let trust = format == "text" ? "trusted /usr/bin/env printf %s x" : #""trusted":true"#
                    #expect(byDaemon.output.contains(trust))
                case "t://play": #expect(byDaemon.output.contains("group root"))
                case "t://pay": #expect(byDaemon.output.contains("5 a month"))
                default: break
                }
            }
        }
    }

    /// Without what depends on the facts, the times and the ids of a daemon.
    private static func comparable(_ output: String) -> [String] {
        output.split(separator: "\n").map(String.init).filter { line in
            !["as the daemon", "  id ", "  needs", "  next", "      "].contains { line.hasPrefix($0) }
        }.map { line in
            line.replacing(/"outcome":.*?"candidates"/, with: "")
        }
    }
}
