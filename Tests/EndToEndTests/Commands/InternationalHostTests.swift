import Foundation
import TestSupport
import Testing

/// Non-ASCII hosts, and ICU, which is loaded only when the first of them arrives.
@Suite struct InternationalHostTests {
    private static let table = """
        scheme t
        host   plain.example **.wide.example
        feature F {
            action a {
                respond yes
            }
            route r /r do a
        }
        """
    private static let plain = [
        "t://r", "https://plain.example/r", "https://a.b.wide.example/r", "https://a--b.wide.example/r",
        "https://127.1/r",
        "https://[::1]/r", "https://plain.example/é?é#é", "t://é/r", "https://PLAIN%2Eexample/r", "https://",
    ]

    /// True if a process has mapped ICU.
    private func hasICU(_ daemon: RunningDaemon) throws -> Bool {
        // With a sanitizer there are many mappings: a file of /proc is read in several parts.
        let file = try #require(FileHandle(forReadingAtPath: "/proc/\(daemon.program.processID)/maps"))
        let maps = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
        try #require(maps.contains("deeplinkd"))
        return maps.contains("libicu")
    }

    @Test(
        .enabled(if: ICU.isInstalled(for: "ICU is mapped for the first host that needs it, and not for other links")),
        arguments: ["https://bücher.wide.example/r", "https://xn--bcher-kva.wide.example/r", "https://b%C3%BCcher/"])
    func `ICU is mapped for the first host that needs it, and not for other links`(_ url: String) throws {
        try withDaemon(table: Self.table) { daemon in
            let client = try daemon.connect()
            for url in Self.plain { _ = try client.open(url) }
            #expect(try !hasICU(daemon))
            let isEscaped = url.contains("%")
            #expect(
                try client.open(url)["code"].text
                    == (isEscaped ? "rejected.url.forbiddenComponent" : "rejected.url.hostNotAllowed"))
            #expect(try hasICU(daemon))
            #expect(try client.open("https://plain.example/r")["code"].text == "ok.performed")
        }
    }

    @Test(.enabled(if: ICU.isInstalled(for: "an international host matches the host that the table declares in ASCII")))
    func `an international host matches the host that the table declares in ASCII`() throws {
        let table = Self.table.replacing("plain.example", with: "xn--bcher-kva.example")
        try withDaemon(table: table) { daemon in
            let client = try daemon.connect()
            for url in [
                "https://bücher.example/r", "https://BU\u{308}CHER.example/r", "https://xn--bcher-kva.example/r",
            ] {
                let outcome = try client.open(url)
                #expect(outcome["code"].text == "ok.performed", "\(outcome)")
                #expect(outcome["url"].text == "https://xn--bcher-kva.example/r")
            }
            #expect(try client.open("https://xn--a/r")["code"].text == "rejected.url.forbiddenComponent")
            let mapped = try client.open("https://bücher。example/r")
            #expect(mapped["rejection.rule"].text == "mappedHost", "\(mapped)")
        }
    }

    @Test func `without ICU only international hosts are refused, with the library to install`() throws {
        try withFolder { folder in
            // A file that is not a library ends the search for ICU.
            for release in 40...200 { try folder.write("libicuuc.so.\(release)", "") }
            // Nor does the sanitizer's symbolizer find its libraries.
            let environment = Sanitizer.environmentWithoutSymbols.merging(["LD_LIBRARY_PATH": folder.path]) { $1 }
            let run = try Program.tool("url", "https://é/", "https://xn--9ca/", environment: environment)
            #expect(run.exit == .code(3) && run.output.contains("libicu72"), "\(run)")
            #expect(run.output.contains("hostname  xn--9ca\n"))
            try withDaemon(table: Self.table, environment: environment) { daemon in
                let client = try daemon.connect()
                #expect(try client.open("https://plain.example/r")["code"].text == "ok.performed")
                for (url, code) in [
                    ("https://é/", "rejected.url.invalid"), ("https://xn--9ca/", "rejected.url.forbiddenComponent"),
                ] {
                    let outcome = try client.open(url)
                    #expect(outcome["code"].text == code && "\(outcome)".contains("libicu72"), "\(outcome)")
                }
                #expect(try !hasICU(daemon))
            }
        }
    }

    @Test func `deeplinkctl prints the ASCII form that a host in a table must have`() throws {
        let run = try Program.tool("check", "-f", "-", input: "scheme t\nhost bücher.example\n")
        #expect(run.exit == .code(3) && run.output.contains("RT602"), "\(run)")
        if ICU.isInstalled { #expect(run.output.contains("write xn--bcher-kva.example")) }
    }
}
