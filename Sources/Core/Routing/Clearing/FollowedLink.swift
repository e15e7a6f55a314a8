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
    /// The names of the lines `rewrite` that acted, or would be asked.
    package let rewrites: [String]
}

extension FollowedLink {
    /// Takes a URL or a named action up to the gate, and each link that it becomes; nothing is performed.
    ///
    /// - Parameter pass: takes one of them up to the gate.
    package static func follow(
        _ target: Target, in ruleset: Ruleset, _ pass: (Target) -> Passage
    ) -> FollowedLink {
        follow(target, in: ruleset, hops: 0, via: [], rewrites: [], pass)
    }

    private static func follow(
        _ first: Target, in ruleset: Ruleset, hops: Int, via: [String], rewrites: [String], _ pass: (Target) -> Passage
    ) -> FollowedLink {
        let rewritten = first.url.flatMap(ruleset.rewrites.rewritten)
        let (target, rewrites) = (rewritten.map { Target(url: $0.url) } ?? first, rewrites + (rewritten?.names ?? []))
        let hops = hops + (rewritten?.count ?? 0)
        func end(_ passage: consuming Passage) -> FollowedLink {
            FollowedLink(passage: passage, target: target, via: via, rewrites: rewrites)
        }
        switch pass(target) {
        case .stopped(let stop): return end(.stopped(stop))
        case .cleared(let link):
            guard case .redirect(let template) = link.proof.action.performer else { return end(.cleared(link)) }
            guard hops < LinkHops.most else {
                let found = Outcome(wouldPerform: link.draft(in: ruleset))
                let outcome = Outcome(RequestError.tooManyHops, insteadOf: found)
                return end(.stopped(StoppedLink(outcome)))
            }
            let next = Target(url: template.url(for: link.proof.members))
            let earlier = link.draft(in: ruleset).known.url.map { [$0] } ?? []
            return follow(next, in: ruleset, hops: hops + 1, via: via + earlier, rewrites: rewrites, pass)
        }
    }

    /// The outcome so far, without an id; the proof is dropped, if there is one.
    package consuming func outcome(in ruleset: Ruleset) -> Outcome {
        var outcome = passage.outcome(in: ruleset)
        outcome.via = via
        return outcome
    }
}
