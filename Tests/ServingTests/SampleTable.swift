import Features
import Routing
import TestTables

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

    /// - Parameter users: the users that this machine has for the table.
    static func load(_ text: String = text, users: [String: UInt32] = [:]) throws -> Ruleset {
        var environment = LoadEnvironment()
        environment.userID = { users[$0] }
        let result = RulesetLoader.load(TableFile(name: "t", bytes: Array(text.utf8)), environment: environment)
        guard let ruleset = result.ruleset else { throw Failure(text: "\(result.reports)") }
        return ruleset
    }
}
