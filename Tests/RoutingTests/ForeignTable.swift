import Conf
import Foundation
import TestTables
import Testing

@testable import Routing

/// A table of `Fixtures` that translates what another system says of its links, and its test cases.
struct ForeignTable: CustomTestStringConvertible, Sendable {
    let name: String

    /// The folder of the tables; those of public schemes have one below it.
    static let folder = "Tests/RoutingTests/Fixtures"
    static let schemes = folder + "/Schemes"

    /// Every table of the folder, by name.
    static let all: [ForeignTable] = {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
        let files = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path())) ?? []
        return files.filter { $0.hasSuffix(".conf") }.map {
            ForeignTable(name: String($0.split(separator: "/").last?.dropLast(5) ?? ""))
        }
        .sorted { $0.name < $1.name }
    }()

    var testDescription: String { name }

    func load() throws -> RulesetLoader.Result {
        RulesetLoader.load(TableFile(name: "\(name).conf", bytes: try bytes(of: "conf")))
    }

    /// Reads the test cases against the table.
    func cases(in ruleset: Ruleset) throws -> (cases: [RouteCase], table: String?, diagnostics: Diagnostics) {
        var diagnostics = Diagnostics()
        let document = ConfParser.parse(
            try bytes(of: "cases"), name: "\(name).cases", file: 0, diagnostics: &diagnostics)
        let file = CaseFile(document, ruleset: ruleset, diagnostics: &diagnostics)
        return (file.cases, CaseFile.tableName(in: document)?.text, diagnostics)
    }

    /// The comment that the table opens with, its lines without their marks.
    func head() throws -> [String] {
        let text = String(decoding: try bytes(of: "conf"), as: UTF8.self)
        return text.split(separator: "\n", omittingEmptySubsequences: false).prefix { $0.hasPrefix("#") }.map {
            String($0.drop { $0 == "#" || $0 == " " })
        }
    }

    /// What the routes of the table say about each other.
    func statements() throws -> Statements {
        var diagnostics = Diagnostics()
        let document = ConfParser.parse(
            try bytes(of: "conf"), name: name, file: 0, diagnostics: &diagnostics)
        var counts = Statements()
        for statement in document.statements.indices {
            switch document.directive(of: statement) {
            case "exclusive", "ranked": counts.orders += 1
            case "query": counts.orders += document.text(of: document.word(1, of: statement)).hasPrefix("!") ? 1 : 0
            case "over":
                counts.orders += 1
                counts.overs += 1
                counts.overNames += document.wordCount(of: statement) - 1
            case "route":
                counts.routes += 1
                // The second route of one thing, there only because a route has one pattern.
                if document.text(of: document.word(1, of: statement)).hasSuffix("-too") { counts.twins += 1 }
            default: continue
            }
        }
        return counts
    }

    /// Counts of a table's lines.
    struct Statements {
        var routes = 0
        var overs = 0
        /// The lines that decide between routes that overlap: `over`, `exclusive`, `ranked` and `query !KEY`.
        var orders = 0
        /// The routes that `over` lines name.
        var overNames = 0
        var twins = 0
    }

    func bytes(of kind: String) throws -> [UInt8] {
        let file = "\(name).\(kind)"
        // Without the file in either folder, the error is that of the second.
        return try (try? Tables.packageFile("\(Self.folder)/\(file)")) ?? Tables.packageFile("\(Self.schemes)/\(file)")
    }
}
