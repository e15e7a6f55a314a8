package import Contract
package import Features

extension InsteadReport {
    /// Says what became of the action of a line `instead`.
    ///
    /// - Parameter outcome: that of the action; nil while it is under way.
    package init(_ rule: InsteadRule, _ outcome: Outcome? = nil, in catalogue: FeatureCatalogue) {
        self.init()
        feature = catalogue.features[rule.binding.feature].path
        action = catalogue.actions[rule.binding.action].name
        message = "The action had not ended when the link was answered."
        if let outcome { settle(outcome) }
    }

    /// Takes over what is known of the action once its outcome is.
    package mutating func settle(_ outcome: Outcome) {
        (outcomeId, code, message) = (outcome.outcomeId, outcome.code.rawValue, outcome.message)
    }
}

extension StoppedLink {
    /// What else is performed for the link; nil for one that no gate has stopped, or where nothing is.
    package func instead(in ruleset: Ruleset) -> InsteadRule? {
        feature.flatMap { ruleset.catalogue.instead(of: $0, refusedWith: outcome.code) }
    }
}

extension InsteadRule {
    /// The line of the table, without its first word.
    ///
    /// *Shape*: `Shop.show item=pro when blocked.purchase.*`, with the inputs that the line leaves at their defaults.
    package func text(in catalogue: FeatureCatalogue) -> String {
        let action = catalogue.features[binding.feature].path + "." + catalogue.actions[binding.action].name
        let words = inputs.map { ($0.name + "=" + $0.value.argumentText).asWord } + ["when"] + codes.map(\.text)
        return ([action] + words).joined(separator: " ")
    }
}
