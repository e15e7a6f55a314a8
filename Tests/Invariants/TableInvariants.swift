import ChannelRules
import Conf
import Contract
import Features
import Routing
import TestTables

/// The rules that hold for every text as a route table; a fuzzer and the tests check them.
package enum TableInvariants {
    /// Links that are matched against every table; few tables have routes for them.
    package static let links = [
        "podcast://favourites/rock?page=2", "podcast:/episodes/7", "https://podcasts.example/episodes/7?at=1",
        "s:r", "s:a/b/", "s:a:b", "c:a,b", "s://x/1?q=1&q=2#f", "https://h/a/b/c", "https://a.h:8443/x", "podcast:%FF",
        "s:", "",
    ]

    /// Loads a table, matches some links, and checks the rules.
    package static func check(_ bytes: [UInt8], links: [String] = links) -> Finding {
        let result = RulesetLoader.load(TableFile(name: "t", bytes: bytes))
        guard (result.ruleset == nil) == result.diagnostics.hasErrors else {
            return .broken("a table is loaded exactly where it has no error")
        }
        if let rule = result.diagnostics.brokenRule(in: result.sources) { return .broken(rule) }
        guard let ruleset = result.ruleset else { return .refused }
        return (brokenRule(of: ruleset, links) ?? brokenRule(ofChannelsIn: ruleset)).map { .broken($0) } ?? .accepted
    }

    private static func brokenRule(ofChannelsIn ruleset: Ruleset) -> String? {
        for action in ruleset.catalogue.actions {
            guard let name = action.performer.channel else { continue }
            guard let channel = ruleset.channels[name] else { return "the channel of an action is declared" }
            guard !channel.isDurable || !action.hasSecrets else { return "no secret is written to disk" }
        }
        for channel in ruleset.channels.values where channel.rules.kind != .held {
            guard !channel.isDurable, channel.starter == nil else { return "only held links wait for an app" }
        }
        let capacities = 1...Limits.heldLinksPerUser
        guard ruleset.channels.values.allSatisfy({ capacities.contains($0.rules.capacity) }) else {
            return "a channel keeps no more links than a user may have"
        }
        return nil
    }

    private static func brokenRule(of ruleset: Ruleset, _ links: [String]) -> String? {
        for link in links {
            let explanation = Explanation(of: link, in: ruleset, facts: Facts(), caller: Caller(uid: 1000))
            guard explanation.outcome.code != .okPerformed else { return "explaining performs nothing" }
            guard explanation.outcome.code == .okWouldPerform else { continue }
            // A narrower route stands before the winner, with the condition that the link does not meet.
            let winners = explanation.candidates.filter { $0.failure == nil }
            guard let winner = winners.first, winners.count == 1 else {
                return "\(link) has one candidate without a failure"
            }
            guard winner.route == explanation.outcome.route else { return "the winner of \(link) is its route" }
        }
        return nil
    }
}
