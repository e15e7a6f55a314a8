internal import Conf
package import Contract
internal import Routing

/// A small table and a command, which explains a link under some facts and prints an outcome.
package struct OutcomeExample: Sendable {
    /// A complete route table.
    package let table: String
    /// The command, with the table in `routes.conf`.
    ///
    /// *Shape*: `deeplinkctl explain -f routes.conf --with "toggle Player on" 'podcast:play?at=1'`.
    package let command: String

    /// *Shape*: as after `--with`, one each.
    package var facts: [String] {
        command.split(separator: "\"").enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }

    /// The link, without the quotes around it.
    package var url: String {
        String((command.split(separator: " ").last ?? "").drop { $0 == "'" }.prefix { $0 != "'" })
    }

    /// The outcome of the link; nil if the table or a fact has errors, which a test excludes.
    package var outcome: Outcome? {
        let file = TableFile(name: "routes.conf", bytes: Array((table + "\n").utf8))
        guard let ruleset = RulesetLoader.load(file, environment: LoadEnvironment(wings: .ofThisProgram)).ruleset else {
            return nil
        }
        var reader = FactReader(catalogue: ruleset.catalogue)
        var diagnostics = Diagnostics()
        _ = reader.read(facts, diagnostics: &diagnostics)
        guard !diagnostics.hasErrors else { return nil }
        return Explanation(of: url, in: ruleset, facts: reader.facts, caller: reader.caller).outcome
    }
}
