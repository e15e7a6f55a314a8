import Foundation
import TestSupport
import Testing

/// A reload whose own cases fail is refused.
@Suite struct ReloadCasesTests {
    private static func table(_ path: String) -> String {
        """
        scheme t
        reload-cases own.cases
        feature F {
            action a {
                respond
            }
            route r \(path) do a
        }

        """
    }

    private static let cases = """
        case "the shop opens" {
            url t://shop
            expect ok.wouldPerform
            route r
        }
        case "nothing else does" {
            url t://other
            expect rejected.route.notFound
        }

        """

    @Test func `a table that fails its cases is not put in force, and the report names them`() throws {
        try withFolder { folder in
            try folder.write("own.cases", Self.cases)
            try withDaemon(in: folder, table: Self.table("/shop")) { daemon in
                let client = try daemon.connect()
                let table = daemon.folder.path(of: "routes.conf")
                try folder.write("routes.conf", Self.table("/store"))
                let refused = try client.call("io.deeplinkd.Monitor.Reload")
                #expect(refused["error"].text == "io.deeplinkd.Monitor.BadTable", "\(refused)")
                #expect(refused["parameters.diagnostics.0.code"].text == "RT023")
                let message = refused["parameters.diagnostics.0.message"].text
                #expect(message.hasPrefix("the case `the shop opens` at ") && message.contains("own.cases:1 fails: "))
                #expect(message.contains("expected ok.wouldPerform, got rejected.route.notFound"), "\(message)")
                #expect(refused["parameters.diagnostics.1"] == nil)
                #expect(try client.open("t://shop")["code"].text == "ok.performed")
                let check = try Program.run(Products.tool, ["check", "-f", table])
                #expect(check.exit == .code(3) && check.output.contains("RT023"), "\(check)")
                try folder.write("own.cases", Self.cases.replacing("t://shop", with: "t://store"))
                let taken = try client.call("io.deeplinkd.Monitor.Reload")
                #expect(taken["error"] == nil, "\(taken)")
                #expect(try client.open("t://store")["code"].text == "ok.performed")
            }
        }
    }

    @Test func `cases that are absent or have an error refuse a reload too`() throws {
        try withFolder { folder in
            try folder.write("own.cases", Self.cases)
            try withDaemon(in: folder, table: Self.table("/shop")) { daemon in
                let client = try daemon.connect()
                for (text, part) in [
                    (nil, "the cases cannot be run"), ("case \"x\" {\n    url t://shop\n}\n", "own.cases:1: "),
                    ("", "no cases"),
                ] as [(String?, String)] {
                    if let text {
                        try folder.write("own.cases", text)
                    } else {
                        try FileManager.default.removeItem(atPath: folder.path(of: "own.cases"))
                    }
                    let refused = try client.call("io.deeplinkd.Monitor.Reload")
                    let message = refused["parameters.diagnostics.0.message"].text
                    #expect(message.contains(part), "\(refused)")
                }
            }
        }
    }

    @Test func `at a start a failing case is a warning`() throws {
        try withFolder { folder in
            try folder.write("own.cases", Self.cases)
            try withDaemon(in: folder, table: Self.table("/store")) { daemon in
                let client = try daemon.connect()
                #expect(try client.open("t://store")["code"].text == "ok.performed")
                let status = try client.call("io.deeplinkd.Monitor.Status")
                #expect(status["parameters.table.state"].text == "current", "\(status)")
                #expect(status["parameters.table.firstWarnings.0.code"].text == "RT023", "\(status)")
            }
        }
    }
}
