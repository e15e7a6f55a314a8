// A link whose action is `redirect`: its proof is used up for the target, which goes the whole way of a link anew, for the same
// caller and subject, with the same key and what is left of the same deadline. Nothing was performed, so `Verify` goes the
// same way, and its binding is that of the last link.

import Contract
import Features
import Routing

extension PendingLink {
    /// Goes on with the link that the action names.
    func redirect(_ link: consuming ClearedLink, by template: RedirectTemplate) {
        guard request.trail.mayGoOn else {
            let found = Outcome(wouldPerform: link.draft(in: server.snapshot.ruleset))
            return end(Outcome(RequestError.tooManyHops, insteadOf: found))
        }
        request = server.redirected(request, link, by: template)
        rewrite()
    }
}

extension Server {
    /// The request of the link that an action names; the proof is used up for it.
    ///
    /// What the person confirmed was about the link before.
    func redirected(
        _ request: LinkRequest, _ link: consuming ClearedLink, by template: RedirectTemplate
    ) -> LinkRequest {
        let url = link.draft(in: snapshot.ruleset).origin(activationToken: nil).url
        var next = request
        next.target = Target(url: runner.target(of: link.release(), by: template))
        (next.confirmed, next.trail) = (nil, request.trail.next(from: url))
        return next
    }
}
