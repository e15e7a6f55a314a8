package import Contract
package import Features
import Links
import Matching

/// The outcome that a link would have, and the reasons for it.
package struct Explanation {
    /// `ok.wouldPerform`, or what stands in the way; with every constraint, met or not, the intake's first.
    package let outcome: Outcome
    /// The routes that were looked at, the winner first.
    package let candidates: [CandidateReport]
    /// The argument vector that would run, secrets masked; nil where no program would.
    package let arguments: [String]?
    /// The number of the route that took the link.
    package let route: Int?

    /// Explains a URL against facts, by the steps that would perform it.
    ///
    /// - Parameter subject: whose facts count; the caller's own where nil.
    package init(of url: String, in ruleset: Ruleset, facts: Facts, caller: Caller, subject: Subject? = nil) {
        var outcome =
            switch ruleset.clear(url, facts: facts, caller: caller, subject: subject) {
            case .cleared(_, let draft): Outcome(wouldPerform: draft)
            case .stopped(let outcome, _): outcome
            }
        let route = outcome.route.flatMap(ruleset.routes.number(named:))
        let isTurnedAway = outcome.feature == DeepLinkingFeature.name
        if !isTurnedAway {
            let name = outcome.code.outcomeClass == .rejected ? nil : outcome.route
            outcome.constraints = ruleset.evidence(for: name, facts: facts, caller: caller, subject: subject)
        }
        self.outcome = outcome
        self.route = route
        // Without a URL in the outcome there is no link: the text is not one, or the intake is off and it was not read.
        candidates = outcome.url == nil ? [] : Self.candidates(for: url, in: ruleset)
        arguments = Self.arguments(route, outcome, in: ruleset)
    }

    private static func candidates(for url: String, in ruleset: Ruleset) -> [CandidateReport] {
        guard let link = try? Link.parse(url, limits: ruleset.linkLimits) else { return [] }
        return ruleset.index.trace(link).map { candidate in
            let route = ruleset.routes[candidate.rule]
            return CandidateReport {
                $0.route = route.name
                $0.feature = ruleset.featurePath(of: route)
                $0.action = ruleset.action(of: route).name
                $0.failure = ruleset.sentence(for: candidate, link)
            }
        }
    }

    /// Made from the outcome's parameters, which are masked already.
    private static func arguments(_ route: Int?, _ outcome: Outcome, in ruleset: Ruleset) -> [String]? {
        guard let route, outcome.code == .okWouldPerform else { return nil }
        return ruleset.action(of: ruleset.routes[route]).performer.preview(for: outcome.parameters)
    }
}
