import Contract
import Features

extension Interceptors {
    /// The names of the guards that would be asked about a link, and of the replacement that would be performed.
    ///
    /// - Parameters:
    ///   - binding: the link's own.
    ///   - outcome: that of the link, which is not performed.
    func names(
        about binding: ActionBinding, _ outcome: Outcome, in ruleset: Ruleset, facts: Facts, caller: Caller,
        subject: Subject?, for audience: Audience
    ) -> [String] {
        let link = InterceptedLink(outcome, caller: caller, subject: subject ?? caller.subject, isPerformed: false)
        func acts(_ interceptor: Interceptor, _ inputs: [Value.Member]) -> Bool {
            guard ruleset.catalogue.isShown(interceptor.binding.feature, to: audience) else { return false }
            let passage = ruleset.pass(
                interceptor.binding, inputs: inputs, facts: facts, caller: caller, subject: subject)
            return switch consume passage {
            case .cleared: true
            case .stopped: false
            }
        }
        let actions = ruleset.catalogue.actions
        let asked = guards.filter { interceptor in
            interceptor.isAbout(binding.feature)
                && acts(interceptor, link.inputs(of: actions[interceptor.binding.action]))
        }
        let replacement = replacements[binding.action]?.first { acts($0, outcome.parameters) }
        return (asked + [replacement].compactMap(\.self)).map(\.name)
    }
}
