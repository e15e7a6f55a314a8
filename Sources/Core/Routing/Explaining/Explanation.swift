package import Contract
package import Features
import Links
import Matching

/// The outcome that a link would have, and the reasons for it.
package struct Explanation {
    /// `ok.wouldPerform`, or what stands in the way; with every constraint, met or not, the intake's first.
    package let outcome: Outcome
    /// The routes that were looked at: the winner first, if there is one, then the others by precedence.
    package let candidates: [CandidateReport]
    /// What the action would do; empty for a link that would not be performed.
    package let preview: ActionPreview
    /// The number of the route that took the link.
    package let route: Int?
    /// The action that it leads to.
    package let action: Action?
    /// The number of the feature whose facts decide; nil where no gate was reached.
    package let feature: Int?
    /// The text of the last link, behind all rewrites and redirects, with what is secret in it; nil for an action.
    let lastURL: String?

    /// Explains a URL against facts.
    package init(of url: String, in ruleset: Ruleset, facts: Facts, caller: Caller, subject: Subject? = nil) {
        self.init(of: Target(url: url), in: ruleset, facts: facts, caller: caller, subject: subject)
    }

    /// Explains a URL or a named action against facts, by the steps that would perform it.
    ///
    /// - Parameters:
    ///   - subject: whose facts count; the caller's own where nil.
    ///   - audience: who is told; a route of a hidden feature is named to operators alone, unless it has the link.
    ///   - candidates: which of the routes that were looked at are wanted.
    package init(
        of target: Target, in ruleset: Ruleset, facts: Facts, caller: Caller, subject: Subject? = nil,
        for audience: Audience = .operator, candidates wanted: CandidateChoice = .accepting
    ) {
        var outcome: Outcome
        let followed = FollowedLink.follow(target, in: ruleset) {
            ruleset.pass($0, facts: facts, caller: caller, subject: subject, for: audience)
        }
        let last = followed.target
        lastURL = last.url
        (feature, action) = (followed.passage.feature, followed.passage.action)
        let (binding, rewrites) = (followed.passage.binding, followed.rewrites)
        outcome = followed.outcome(in: ruleset)
        let interceptors = binding.map {
            ruleset.catalogue.interceptors.names(
                about: $0, outcome, in: ruleset, facts: facts, caller: caller, subject: subject, for: audience)
        }
        outcome.interceptors = rewrites + (interceptors ?? [])
        if let feature, let rule = ruleset.catalogue.instead(of: feature, refusedWith: outcome.code) {
            let passage = ruleset.pass(
                rule.binding, inputs: rule.inputs, facts: facts, caller: caller, subject: subject)
            outcome.instead = InsteadReport(rule, passage.outcome(in: ruleset), in: ruleset.catalogue)
        }
        if outcome.feature != DeepLinkingFeature.name {
            outcome.constraints = ruleset.evidence(for: feature, facts: facts, caller: caller, subject: subject)
        }
        self.outcome = outcome
        route = outcome.route.flatMap(ruleset.routes.number(named:))
        // Without a URL in the outcome there is no link: the text is not one, or the intake is off and it was not read.
        candidates =
            outcome.url == nil || wanted == .none
            ? []
            : Self.candidates(for: last.url ?? "", route, in: ruleset, audience, all: wanted == .all)
        // Made from the outcome's parameters and URL, which are masked already.
        let performer = action?.performer
        var preview =
            performer?.preview(for: outcome.parameters, link: outcome.url, in: ruleset.catalogue) ?? ActionPreview()
        let charges = action?.limits.charges ?? []
        preview.spends = charges.isEmpty ? nil : charges.map(\.words)
        self.preview = preview
    }

    private static func candidates(
        for url: String, _ taken: Int?, in ruleset: Ruleset, _ audience: Audience, all: Bool
    ) -> [CandidateReport] {
        guard let link = try? ruleset.parse(url) else { return [] }
        let traced =
            all ? AllCandidates.list(of: link, in: ruleset.index) : ruleset.trace(link, takenBy: taken, for: audience)
        return (traced.filter { $0.failure == nil } + traced.filter { $0.failure != nil }).map { candidate in
            let route = ruleset.routes[row: candidate.rule]
            return CandidateReport {
                $0.route = route.name
                $0.pattern = route.hasSeveralPatterns ? route.pattern.text : nil
                $0.feature = ruleset.featurePath(of: route)
                $0.action = ruleset.action(of: route).name
                $0.failure = ruleset.sentence(for: candidate, link)
                $0.locate(candidate, link, in: ruleset)
            }
        }
    }
}
