package import Features

/// A channel as a table declares it.
package struct ChannelDeclaration: Equatable, Sendable {
    package let name: String
    package let rules: ChannelTerms
    /// Whose subscribers hear all users' links: one user or group each, in the order of the table.
    package let hearers: [CallerRequirement]
    /// Whether its links outlive the daemon.
    package let isDurable: Bool
    /// The program that is started for a link that no subscriber takes; its arguments are literal.
    package let starter: [String]?
    /// The names of the variables that it gets of the daemon's environment.
    package let environment: [String]

    /// Makes a channel; `rules` say whether it has a starter.
    package init(
        _ name: String, _ rules: ChannelTerms, hearers: [CallerRequirement] = [], isDurable: Bool = false,
        starter: [String]? = nil, environment: [String] = []
    ) {
        var rules = rules
        rules.hasStarter = starter != nil
        (self.name, self.rules, self.hearers) = (name, rules, hearers)
        (self.isDurable, self.starter, self.environment) = (isDurable, starter, environment)
    }

    /// Whether a subscriber hears all users' links, and not only those of its own user.
    package func hearsAll(_ subscriber: Caller) -> Bool { hearers.contains { $0.admits(subscriber) } }
}
