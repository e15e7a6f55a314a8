import Contract
import Foundation
import TestSupport
import Testing

@testable import Routing

/// The link rows of the original: route and parameters to a whole URL.
///
/// The original calls a route that an app scheme reaches by text without a slash at its beginning; here one pattern serves
/// schemes and hosts, so every pattern is rooted. What is no capture is a query key.
@Suite struct OriginalLinkTests {
    private static let file = "flint/flint-url-pattern-cases.json"

    /// The rows whose link differs from what the oracle proposes, with why ours differs.
    private static let deviations: [String: (result: String, reason: String)] = [
        "l-me-09": ("forbiddenValue", "a slash inside a segment is refused everywhere: no link may carry %2F"),
        "l-me-13": ("missingParameter", "the star can be linked, but only with a value, by its number"),
        "l-me-14": ("missingParameter", "the oracle says so in other words: error: missing value y"),
        "l-me-16": (
            "test:/hello%20world", "a first segment that needs escapes is no host to other readers; both parse alike"
        ),
        "l-me-17": ("test:/%C3%A9t%C3%A9", "as above"),
    ]

    @Test(.enabled(if: SharedData.has(file, for: "the original's link rows")))
    func `the original's links are what the oracle proposes, but for the rows named here`() throws {
        let folder = try #require(SharedData.folder)
        let data = try Data(contentsOf: folder.appendingPathComponent(Self.file))
        let tree = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let rows = try #require(tree["links"] as? [[String: Any]])
        #expect(rows.count == 17)
        for row in rows {
            let id = try #require(row["id"] as? String)
            let result = try link(row)
            let proposed = row["proposed"] as? String
            if let deviation = Self.deviations[id] {
                #expect(result == deviation.result && result != proposed, "\(id): \(deviation.reason)")
            } else {
                #expect(result == proposed, "\(id)")
            }
        }
    }

    private func link(_ row: [String: Any]) throws -> String {
        let pattern = try #require(row["pattern"] as? String)
        let rooted = pattern.hasPrefix("/") ? pattern : "/" + pattern
        let values = row["params"] as? [String: String] ?? [:]
        let keys = values.keys.filter { !pattern.contains("$(\($0))") }
        let names = ["x", "y", "id"].filter { pattern.contains("$(\($0))") } + keys
        let inputs = names.map { "input \($0) string\n" }.joined()
        let conditions = keys.map { "query \($0)\n" }.joined()
        let ruleset = try Tables.ruleset(
            """
            scheme test x-app
            host flint.tools
            feature F {
            action a {
            \(inputs)respond
            }
            route r "\(rooted)" do a {
            \(conditions)strict
            }
            }
            """)
        let scope = try #require(row["scope"] as? String)
        let named = scope.split(separator: "(").dropFirst().first.map { String($0.dropLast()) }
        let members = values.sorted { $0.key < $1.key }.map { Value.Member($0.key, .string($0.value)) }
        do {
            return try ruleset.link(to: "r", members, scope: named ?? row["default_prefix"] as? String).url
        } catch {
            return error.code
        }
    }
}
