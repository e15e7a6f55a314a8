import Contract
import Foundation
import TestTables
import Testing

/// The pages of the manual that are written by hand have all that the programs have.
///
/// Directives, types, rules, limits and codes stand on pages that the programs write: `CodeHelpTests` compares those.
@Suite struct ManualCoverageTests {
    /// The words in backquotes of a text.
    private func quoted(_ text: String) -> [String] { text.matches(of: /`([^`]+)`/).map { String($0.output.1) } }

    private func source(_ path: String) throws -> String {
        try String(contentsOfFile: Products.package + "/" + path, encoding: .utf8)
    }

    @Test func `the page on the protocol lists every interface with its methods`() throws {
        let rows = try MarkdownPage("docs/protocol.md").rows(under: "interface")
        let listed = Dictionary(uniqueKeysWithValues: rows.map { (quoted($0[0]).joined(), Set(quoted($0[1]))) })
        let methods = Dictionary(
            uniqueKeysWithValues: Interface.all.map { ($0.name, Set($0.methods.map { $0.member })) })
        #expect(listed == methods)
    }

    @Test func `the page on outcomes lists every class, and every remedy with its actor`() throws {
        let page = try MarkdownPage("docs/outcomes.md")
        #expect(page.rows(under: "class").flatMap { quoted($0[0]) } == OutcomeClass.allCases.map(\.rawValue))
        let kinds = page.rows(under: "kind")
        #expect(Set(kinds.flatMap { quoted($0[0]) }) == Set(Remedy.Kind.allCases.map(\.rawValue)))
        let sentence = try #require(
            page.text.firstMatch(of: /The actor is one of (.*?`nobody`)/.dotMatchesNewlines()))
        let actors = Set(Contract.Actor.allCases.map(\.rawValue))
        #expect(Set(quoted(String(sentence.1))) == actors)
        #expect(kinds.allSatisfy { actors.contains($0[2]) })
    }

    @Test func `the page on operation lists every code of a ledger that cannot be used`() throws {
        let text = try source("Sources/Core/Ledger/Files/LedgerError.swift")
        let codes = text.matches(of: /case \.(\w+): "(ledger\.\w+)"/).map { (String($0.1), String($0.2)) }
        let body = try #require(text.split(separator: "var isAboutRequest").last?.split(separator: "true").first)
        let ofRequests = Set(body.matches(of: /\.(\w+)/).map { String($0.1) })
        #expect(codes.count > 9 && ofRequests.contains("copyExists"))
        let listed = try MarkdownPage("docs/operation.md").rows(under: "code of the ledger").flatMap { quoted($0[0]) }
        #expect(Set(listed) == Set(codes.filter { !ofRequests.contains($0.0) }.map(\.1)))
    }

    @Test func `the page on channels names every code that ends a subscription`() throws {
        let files = try FileManager.default.subpathsOfDirectory(atPath: Products.package + "/Sources")
        var codes: Set<String> = []
        for path in files where path.hasSuffix(".swift") {
            codes.formUnion(try source("Sources/" + path).matches(of: /"(channel\.[a-zA-Z]+)"/).map { String($0.1) })
        }
        #expect(codes.count > 2)
        let page = try MarkdownPage("docs/channels.md").text
        for code in codes { #expect(page.contains("`\(code)`"), "\(code)") }
    }

    /// The fields that an entry of the log has in the journal.
    private var journalFields: Set<String> {
        get throws {
            Set(
                try source("Sources/Core/Serving/Log/Log.swift").matches(of: /"([A-Z]+_\w+)"\)/).map {
                    String($0.output.1)
                })
        }
    }

    @Test func `the page on operation has every field and every kind of line that the journal can be searched for`()
        throws
    {
        let page = try MarkdownPage("docs/operation.md")
        #expect(try Set(page.rows(under: "field").flatMap { quoted($0[0]) }) == journalFields.union(["MESSAGE_ID"]))
        let ids = try source("Sources/Core/Serving/Log/LogMessage.swift")
            .matches(of: /static let (\w+) = Self\(\s*"([^"]+)", id: "([0-9a-f]{32})"\)/)
        let listed = page.rows(under: "message id").map { quoted($0[0]) + quoted($0[1]) }
        #expect(listed == ids.map { [String($0.output.3), String($0.output.2)] } && !ids.isEmpty)
        #expect(Set(ids.map { $0.output.3 }).count == ids.count)
        let sources = try FileManager.default.subpathsOfDirectory(atPath: Products.package + "/Sources")
            .filter { $0.hasSuffix(".swift") && !$0.hasSuffix("LogMessage.swift") }
            .map { try source("Sources/" + $0) }.joined()
        let literals = Set(
            sources.matches(of: /\.(?:error|warning|notice|info|debug)\(\s*"([^"]+)"/).map { String($0.output.1) })
        #expect(literals.contains("listening"))
        for id in ids {
            let (name, text) = (id.output.1, id.output.2)
            #expect(sources.contains(".\(name)"), "no line is `\(text)`")
            #expect(!literals.contains(String(text)), "a line is `\(text)` without its id")
        }
    }

    @Test func `every variable of the environment is in a man page`() throws {
        let pages = try ["deeplinkctl.1", "deeplinkd.8"].map { try source("packaging/man/\($0).in") }.joined()
        let files = try FileManager.default.subpathsOfDirectory(atPath: Products.package + "/Sources")
        var variables: Set<String> = []
        for path in files where path.hasSuffix(".swift") {
            variables.formUnion(
                try source("Sources/" + path).matches(of: /\bDEEPLINKD_[A-Z_]+\b/).map { String($0.output) })
        }
        variables.subtract(try journalFields)
        #expect(variables.count > 2)
        for name in variables { #expect(pages.contains(".It Ev \(name)\n"), "\(name)") }
    }

    @Test func `every command is named on a page that is written by hand`() throws {
        func names(_ command: JSONTree, _ path: String) -> [String] {
            let inner = (command["subcommands"]?.elements ?? []).filter { $0["commandName"].text != "help" }
            return inner.isEmpty ? [path] : inner.flatMap { names($0, path + " " + $0["commandName"].text) }
        }
        let dump = try Program.tool("--experimental-dump-help")
        let commands = names(try #require(try JSONTree(parsing: Array(dump.output.utf8))["command"]), "deeplinkctl")
        let folder = Products.package + "/docs"
        let pages = try FileManager.default.subpathsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".md") && !["codes.md", "language.md"].contains($0) && !$0.hasPrefix("internals/") }
            .map { "docs/" + $0 }
        let text = try (pages + ["README.md"]).map(source).joined()
        #expect(commands.count > 30)
        for command in commands {
            // README names some beside each other: `deeplinkctl list`, `tree`.
            let name = command.split(separator: " ").last ?? ""
            #expect(text.contains(command) || text.contains("`\(name)`"), "\(command)")
        }
    }
}
