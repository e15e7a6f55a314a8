package import Contract
package import Features

/// What an interceptor is told of a link: texts by name, none of which holds a secret or a value of an input.
package struct InterceptedLink {
    /// What is known before the action is performed.
    package static let names = ["url", "route", "feature", "action", "caller", "subject"]
    /// What is known afterwards.
    package static let namesOfOutcome = ["code", "class", "outcome"]

    private let texts: [String: String]

    /// Takes what is known of a link from its outcome; one that is not performed yet has no code.
    ///
    /// - Parameter isPerformed: false while its action is not performed.
    package init(_ outcome: Outcome, caller: Caller, subject: Subject, isPerformed: Bool) {
        var texts: [String: String] = ["caller": "\(caller.uid)", "subject": subject.description]
        texts["url"] = outcome.url
        texts["route"] = outcome.route
        texts["feature"] = outcome.feature
        texts["action"] = outcome.action
        if isPerformed {
            texts["code"] = outcome.code.rawValue
            texts["class"] = outcome.code.outcomeClass.rawValue
            texts["outcome"] = outcome.outcomeId
        }
        self.texts = texts
    }

    /// The inputs of an action that are known by their names; those that are not are the empty text, or the default.
    package func inputs(of action: Action) -> [Value.Member] {
        action.inputs.compactMap { input in
            if let text = texts[input.name] { return .init(input.name, .string(text)) }
            if let value = input.defaultValue { return .init(input.name, value) }
            return input.isOptional ? nil : .init(input.name, .string(""))
        }
    }
}
