package import Contract
import Features

/// Where a link ends up after its redirects.
package struct FollowedLink: ~Copyable {
    /// The way of the last link up to the gate.
    package let passage: Passage
    /// That link.
    package let target: Target
    /// The URLs of those before it, first to last, secrets masked.
    package let via: [String]
}

extension Ruleset {
    /// Takes a URL or a named action up to the gate, and each link that it is redirected to; nothing is performed.
    ///
    /// - Parameter pass: takes one of them up to the gate.
    package func follow(
        _ target: Target, hops: Int = 0, via: [String] = [], _ pass: (Target) -> Passage
    ) -> FollowedLink {
        switch pass(target) {
        case .stopped(let stop): return FollowedLink(passage: .stopped(stop), target: target, via: via)
        case .cleared(let link):
            guard case .redirect(let template) = link.proof.action.performer else {
                return FollowedLink(passage: .cleared(link), target: target, via: via)
            }
            guard hops < LinkHops.most else {
                let found = Outcome(wouldPerform: link.draft(in: self))
                let outcome = Outcome(RequestError.tooManyHops, insteadOf: found)
                return FollowedLink(passage: .stopped(StoppedLink(outcome)), target: target, via: via)
            }
            let next = Target(url: template.url(for: link.proof.members))
            let earlier = link.draft(in: self).known.url.map { [$0] } ?? []
            return follow(next, hops: hops + 1, via: via + earlier, pass)
        }
    }
}

extension FollowedLink {
    /// The outcome so far, without an id; the proof is dropped, if there is one.
    package consuming func outcome(in ruleset: Ruleset) -> Outcome {
        var outcome = passage.outcome(in: ruleset)
        outcome.via = via
        return outcome
    }
}
