// Masks secret inputs. An input marked `secret` reads `***` everywhere but in the action itself, and the URL it came
// from is no exception.

import Features
import Links

extension Route {
    /// The link's canonical URL as it may be shown: where any input is secret, everything the link fed to the action
    /// is left out, because a part of a URL is easily told from the rest.
    func maskedURL(of url: Link.Canonical, in ruleset: Ruleset) -> String {
        hasSecret(in: ruleset) ? url.schemeText + ":***" : url.text
    }

    /// Whether a link of the route brings a secret.
    func hasSecret(in ruleset: Ruleset) -> Bool {
        let action = ruleset.action(of: self)
        guard action.hasSecrets else { return false }
        // By any of its patterns: a link that one takes may have been meant for another.
        return table.rows(of: number).contains { row in
            zip(action.inputs, table[row: row].sources).contains { input, source in
                if case .constant = source { return false }
                return input.isSecret && source != .absent
            }
        }
    }
}
