import Contract
import Foundation
import TestSupport
import Testing

@testable import Routing

/// A link that the language once could not declare, and what a table of `Fixtures` says of it now.
///
/// `Fixtures/Schemes/links-of-the-wild.tsv` has one in each line:
///
///     telegram-single  https://t.me/mill/5?single  telegram  message  an optional flag: `query single:flag?`
struct WildLink: CustomTestStringConvertible, Sendable {
    let kind: String
    let link: String
    /// The table's name, without `.conf`.
    let table: String
    /// The route that takes the link, or the code of the refusal.
    let result: String
    /// How the table says it, or the reason that it cannot.
    let reason: String

    /// All of them; a line without five parts is left out.
    static let all: [WildLink] = {
        let text = (try? Tables.packageFile("\(ForeignTable.schemes)/links-of-the-wild.tsv")) ?? []
        return WildLink.rows(of: String(decoding: text, as: UTF8.self)).dropFirst().compactMap { row in
            guard row.count == 5 else { return nil }
            return WildLink(kind: row[0], link: row[1], table: row[2], result: row[3], reason: row[4])
        }
    }()

    /// The folder of the third-party lists of links, each line a kind and a link.
    static let folder = "links"

    /// The kinds and links of a third-party list.
    static func shared(_ list: String) throws -> [(kind: String, link: String)] {
        guard let folder = SharedData.folder else { return [] }
        let text = try Data(contentsOf: folder.appending(path: "\(Self.folder)/\(list).tsv"))
        return WildLink.rows(of: String(decoding: text, as: UTF8.self)).filter { $0.count == 2 }.map { ($0[0], $0[1]) }
    }

    /// The route that takes a link, or the code of its refusal.
    static func result(of link: String, in ruleset: Ruleset) -> String {
        let outcome = Tables.explain(link, in: ruleset)
        let code = outcome.code
        return code.outcomeClass == .rejected ? code.rawValue : outcome.route ?? code.rawValue
    }

    var testDescription: String { kind }

    private static func rows(of text: String) -> [[String]] {
        text.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
    }
}
