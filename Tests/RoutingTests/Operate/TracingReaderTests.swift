import Conf
import Features
import OperateRules
import TestTables
import Testing

@testable import Routing

/// `tracing`: what is reported, the feature that it declares, and where spans go.
@Suite struct TracingReaderTests {
    private static let after = "\nscheme s\nfeature F {\n    action a {\n        respond\n    }\n    route r /r do a\n}"

    private static func row(_ line: String, _ column: Int, _ message: String, _ mark: Int, _ help: String) -> TableRow {
        let pointer = String(repeating: " ", count: column - 1) + "^" + String(repeating: "~", count: mark - 1)
        return TableRow(
            .file, "tracing {\n    \(line)\n}" + after,
            """
            t:2:\(column): error \(message)
               2 |     \(line)
                 | \(pointer)
                 = help: \(help)
            """)
    }

    private static let example = "as in `to http://127.0.0.1:4318/v1/traces`, `to unix:/run/otel.sock /v1/traces`"

    @Test(arguments: [
        row("to 127.0.0.1:4318", 8, "RT315: `127.0.0.1:4318` is not the URL of a collector", 14, example),
        row("to ftp://h/v1/traces", 8, "RT315: `ftp://h/v1/traces` is not the URL of a collector", 17, example),
        row("to http://h", 8, "RT315: `http://h` is not the URL of a collector", 8, example),
        row("to http://H/x", 8, "RT315: `http://H/x` is not the URL of a collector", 10, example),
        row("to http://a:b@h/x", 8, "RT315: `http://a:b@h/x` is not the URL of a collector", 14, example),
        row("to http://h/x?y=1", 8, "RT315: `http://h/x?y=1` is not the URL of a collector", 14, example),
        row("to http://h/x /y", 19, "RT104: the path of the request stands in the URL", 2, example),
        row("to unix:/run/otel", 8, "RT104: the path of the request is missing behind the socket", 14, example),
        row("to unix:/run/otel v1", 23, "RT315: `v1` is not the path of a request", 2, example),
        row("to unix:/run/otel /v1?x", 23, "RT315: `/v1?x` is not the path of a request", 5, example),
        row(
            "to unix:otel /v1", 8, "RT315: `unix:otel` is not the address of a service of this machine", 9,
            "write `unix:` and the absolute path of its socket, as in `unix:/run/flags`"),
        row(
            "to", 5, "RT104: `to` has too few words", 2, "it is written `to URL|unix:/SOCKET [/PATH]`"),
        TableRow(
            .file,
            "tracing {\n    require runtime on\n}" + after,
            """
            t:1:1: error RT105: the block of `tracing` has no line `to`
               1 | tracing {
                 | ^~~~~~~
                 = help: add `to http://127.0.0.1:4318/v1/traces`, or the socket of a collector
            """),
    ])
    func `a block that cannot be read is reported`(_ row: TableRow) { row.check() }

    @Test(arguments: [
        ("http://127.0.0.1:4318/v1/traces", "http://127.0.0.1:4318/v1/traces", nil),
        ("https://otel.example/", "https://otel.example/", nil),
        ("unix:/run/otel.sock /v1/traces", "http://localhost/v1/traces", "/run/otel.sock"),
    ])
    func `the block is a feature with the place where spans go`(
        _ address: String, _ url: String, _ socket: String?
    ) throws {
        let loaded = Tables.load("tracing {\n    require runtime on\n    to \(address)\n}" + Self.after)
        let ruleset = try #require(loaded.ruleset, "\(loaded.diagnostics.kept)")
        let feature = ruleset.catalogue.features[try #require(ruleset.tracing.feature)]
        #expect(feature.path == "Tracing" && feature.constraints.count == 1)
        #expect(ruleset.tracing.collector?.url == url && ruleset.tracing.collector?.socketPath == socket)
    }

    @Test func `a table without the block sends nothing`() throws {
        let ruleset = try #require(Tables.load("# None." + Self.after).ruleset)
        #expect(ruleset.tracing.feature == nil && ruleset.tracing.collector == nil)
    }
}
