package import Contract
package import Features
import Routing

// The inputs of a link that waited in a channel, beside the action of the table in force:
//
//     sent          input episode uint      {"episode": 7}
//     reloaded      input episode string    an app of the new table would not know what to do with the number

extension Action {
    /// The first input of a link that waited, with which the action cannot be performed; nil where there is none.
    package func misfit(among given: [Value.Member]) -> String? {
        if let unknown = given.first(where: { member in !inputs.contains { $0.name == member.name } }) {
            return unknown.name
        }
        return inputs.first { input in
            guard let value = given.first(where: { $0.name == input.name })?.value else { return !input.isOptional }
            return !input.holds(value)
        }?.name
    }
}

extension ActionInput {
    /// Whether a value is of its type.
    fileprivate func holds(_ value: Value) -> Bool {
        switch type {
        case .list: value.elements?.allSatisfy { $0.text != nil } ?? false
        case .value(let language):
            value == defaultValue || InputValue.value(of: value.argumentText, as: language) == value
        }
    }
}
