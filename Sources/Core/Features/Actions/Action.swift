package import Contract

/// An action of a feature, with its inputs and the way it is performed.
///
/// A class, because every proof carries one: copying a struct of arrays retains and releases each of them.
package final class Action: Sendable {
    package let name: String
    /// The number of the feature that owns it.
    package let feature: Int
    package let inputs: [ActionInput]
    package let performer: Performer
    package let limits: ActionLimits
    /// What its answer is to be; nil where the table says nothing of it.
    package let result: ResultShape?
    /// Whether any input is secret.
    package let hasSecrets: Bool

    /// Makes an action of the feature of that number.
    package init(
        name: String, feature: Int, inputs: [ActionInput], performer: Performer, limits: ActionLimits,
        result: ResultShape? = nil
    ) {
        self.result = result
        self.name = name
        self.feature = feature
        self.inputs = inputs
        self.performer = performer
        self.limits = limits
        hasSecrets = inputs.contains { $0.isSecret }
    }
}

extension Action {
    /// The inputs as they may be shown.
    package func masked(_ values: [Value.Member]) -> [Value.Member] {
        guard hasSecrets else { return values }
        return values.map { member in
            let isSecret = inputs.first { $0.name == member.name }?.isSecret ?? false
            return isSecret ? .init(member.name, .string("***")) : member
        }
    }
}
