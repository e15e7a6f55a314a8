internal import Conf
package import Contract
internal import Features
internal import Routing

/// A small table and a link, whose explanation under some facts has one code.
package struct OutcomeExample: Equatable, Sendable {
    /// A complete route table.
    package let table: String
    /// *Shape*: as after `--with`, one each.
    package let facts: [String]
    package let url: String

    /// The table of a player, with other lines.
    ///
    /// - Parameters:
    ///   - require: what the feature requires, without the word itself.
    ///   - top: a line before the feature.
    ///   - body: lines of the route's block; the action then has the input `at`.
    static func player(
        require: String? = nil, top: String? = nil, body: String? = nil, facts: String..., url: String = "podcast:play"
    ) -> OutcomeExample {
        let head = ["scheme podcast", top].compactMap(\.self) + ["feature Player {"]
        let requires = require.map { ["    require \($0)"] } ?? []
        let action =
            ["    action play {"] + (body == nil ? [] : ["        input at uint"]) + ["        respond", "    }"]
        let route = "    route play /play do play"
        let routes = body.map { ["\(route) {", "        \($0)", "    }"] } ?? [route]
        let lines = head + requires + action + routes + ["}"]
        return OutcomeExample(table: lines.joined(separator: "\n"), facts: facts, url: url)
    }

    /// The command that explains the link, with the table in `routes.conf`.
    package var command: String {
        let with = facts.map { "--with \"\($0)\" " }.joined()
        let link = url.contains { "?&;#* ".contains($0) } ? "'\(url)'" : url
        return "deeplinkctl explain -f routes.conf \(with)\(link)"
    }

    /// The outcome of the link; nil if the table or a fact has errors, which a test excludes.
    package var outcome: Outcome? {
        let file = TableFile(name: "routes.conf", bytes: Array((table + "\n").utf8))
        guard let ruleset = RulesetLoader.load(file).ruleset else { return nil }
        var reader = FactReader(catalogue: ruleset.catalogue)
        var diagnostics = Diagnostics()
        _ = reader.read(facts, diagnostics: &diagnostics)
        guard !diagnostics.hasErrors else { return nil }
        return Explanation(of: url, in: ruleset, facts: reader.facts, caller: reader.caller).outcome
    }
}
