import AppLinks
import Routing
import Testing
import Varlink

/// Tables as association files, and back.
@Suite struct ExportTests {
    private static let table = """
        host a.example
        values language de en
        deny /internal/**
        feature F {
            action open { respond }
            route home / do open
            route show /$(_:@language)/shows/$(_:digits(3)) do open
            route item /items/$(_:uint(1..3))-x do open { query page ; query !draft }
            route code /c/$(_:slug) do open { except /c/private }
            route below /below/** do open { except /below/not/** }
            route app /app do open { in a.example }
        }
        """

    private func file(_ kind: LinkExportKind, _ app: String) throws -> ExportedFile {
        var options = ExportOptions()
        options.apps = [app]
        options.fingerprints = [Array(repeating: "ab", count: 32).joined(separator: ":")]
        return try LinkExport.file(kind, of: try #require(MadeTable.load(Self.table)), options)
    }

    @Test func `an association file of Apple has the routes, exclusions first`() throws {
        let file = try file(.apple, "ABCDE12345.a")
        let details = file.value["applinks"]?["details"]?.elements?.first
        let variables: Value = ["language": ["de", "en"], "choice": ["1", "2", "3"]]
        #expect(file.value["applinks"]?["substitutionVariables"] == variables)
        let rules = (details?["components"]?.elements ?? []).map(\.description)
        #expect(
            rules == [
                #"{"/":"/internal/*","exclude":true}"#, #"{"/":"/"}"#,
                #"{"/":"/$(language)/shows/$(digit)$(digit)$(digit)"}"#,
                #"{"/":"/items/$(choice)-x","?":{"page":"?*","draft":""}}"#, #"{"/":"/app"}"#,
                #"{"/":"/c/private","exclude":true}"#, #"{"/":"/c/?*"}"#, #"{"/":"/below/not/*","exclude":true}"#,
                #"{"/":"/below/*"}"#,
            ])
    }

    @Test(arguments: LinkExportKind.allCases)
    func `what is exported is imported again, and takes the links of the table`(_ kind: LinkExportKind) throws {
        let app = kind == .apple ? "ABCDE12345.a" : "org.example.a"
        let file = try file(kind, app)
        let ruleset = try #require(MadeTable.load(Self.table))
        let text = file.value.description
        let found = try HostVerification(Array(text.utf8), names: app, fingerprint: nil, host: "a.example", of: ruleset)
        #expect(found.isNamed && found.fault == nil && found.routes == 6 && found.gaps.isEmpty, "\(found) \(text)")
        let again = try MadeTable(kind == .apple ? .apple : .assetlinks, text, ImportOptions("a.example"))
        for url in ["", "/de/shows/123", "/items/2-x?page=1", "/c/x", "/below/a/b"].map({ "https://a.example" + $0 }) {
            #expect(again.takes(url) == true, "\(url)\n\(again.made.text)")
        }
        for url in ["/c/private", "/below/not/x", "/internal/x"].map({ "https://a.example" + $0 }) {
            #expect(again.takes(url) == false, "\(url)\n\(again.made.text)")
        }
    }

    @Test func `a file that does not name the app says whom it names, and one with another certificate does not count`()
        throws
    {
        let apple = #"{"applinks":{"details":[{"appIDs":["ABCDE12345.b"],"components":[{"/":"/x","exclude":true}]}]}}"#
        func verify(_ text: String, _ app: String, _ print: String? = nil) throws -> HostVerification {
            try HostVerification(Array(text.utf8), names: app, fingerprint: print, host: "a.example", of: nil)
        }
        let other = try verify(apple, "ABCDE12345.a")
        #expect(!other.isNamed && other.named == ["ABCDE12345.b"])
        #expect(try verify(apple, "ABCDE12345.b").fault == "the file has no rule that gives it a link")
        let links = try file(.assetlinks, "a.b").value.description
        #expect(try verify(links, "a.b").fault == nil)
        #expect(try verify(links, "a.b", "CD").fault == "the file names it with another certificate")
        #expect(try !verify(links, "a.c").isNamed)
    }

    private static let faults:
        [(apps: [String], prints: [String], host: String?, kind: LinkExportKind, error: String)] = [
            ([], [], nil, .apple, "the file needs the name of an app"),
            (["a"], [], nil, .apple, "`a` is not the id of an app"),
            (["a.b"], [], nil, .assetlinks, "an assetlinks.json needs the certificate of the app"),
            (["a.b"], ["AB"], nil, .assetlinks, "`AB` is not a SHA-256 fingerprint"),
            (["ABCDE12345.a"], [], "b.example", .apple, "the table has no host `b.example`"),
        ]

    @Test(arguments: faults)
    func `what is missing is one sentence`(
        _ row: (apps: [String], prints: [String], host: String?, kind: LinkExportKind, error: String)
    ) throws {
        var options = ExportOptions()
        (options.apps, options.fingerprints, options.host) = (row.apps, row.prints, row.host)
        let ruleset = try #require(MadeTable.load(Self.table))
        let error = #expect(throws: AppLinkError.self) { try LinkExport.file(row.kind, of: ruleset, options) }
        #expect(error?.sentence == row.error)
    }
}
