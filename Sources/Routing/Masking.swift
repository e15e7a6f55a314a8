// An input marked `secret` reads `***` everywhere but in the action itself, and the URL it came from is no exception.

import Contract
import Features
import Links

extension Route {
    /// The link's canonical URL as it may be shown: where any input is secret, everything the link fed to the action
    /// is left out, because a part of a URL is easily told from the rest.
    func maskedURL(of link: Link, in ruleset: Ruleset) -> String {
        let action = ruleset.action(of: self)
        guard action.hasSecrets else { return link.href }
        let hasSecret = zip(action.inputs, sources).contains { input, source in
            if case .constant = source { return false }
            return input.isSecret && source != .absent
        }
        return hasSecret ? link.text(link.scheme) + ":***" : link.href
    }
}
