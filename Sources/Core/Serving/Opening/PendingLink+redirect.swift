// A link whose action is `redirect`: its proof is used up for the target, which goes the whole way of a link anew, for the same
// caller and subject, with the same key and what is left of the same deadline. Nothing was performed, so `Verify` goes the
// same way, and its binding is that of the last link.

import Contract
import Features
import Routing

extension PendingLink {
    /// Goes on with the link that the action names.
    func redirect(_ link: consuming ClearedLink, by template: RedirectTemplate) {
        let draft = link.draft(in: server.snapshot.ruleset)
        guard request.trail.mayGoOn else {
            return end(Outcome(RequestError.tooManyHops, insteadOf: Outcome(wouldPerform: draft)))
        }
        let url = draft.origin(activationToken: nil).url
        let target = server.runner.target(of: link.release(), by: template)
        request.handOn(to: Target(url: target), from: url)
        pass()
    }
}

extension LinkRequest {
    /// Makes it the request of the link's next URL.
    ///
    /// What the person confirmed was about the link before.
    ///
    /// - Parameter url: the URL that it had; nil where an action was named.
    mutating func handOn(to next: Target, from url: String?) {
        (target, confirmed) = (next, nil)
        trail = trail.next(from: url)
    }
}
