import Features
import Routing

/// A small table, and what a link of it clears to.
enum SampleTable {
    struct Failure: Error {
        let text: String
    }

    static let text = """
        scheme t
        feature F {
            action say {
                respond hello
            }
            route say /say do say
        }
        """

    static func load(_ text: String = text) throws -> Ruleset {
        let result = RulesetLoader.load(TableFile(name: "t", bytes: Array(text.utf8)))
        guard let ruleset = result.ruleset else { throw Failure(text: "\(result.reports)") }
        return ruleset
    }
}
