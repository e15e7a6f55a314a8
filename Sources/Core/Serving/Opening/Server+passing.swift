import Contract
import FactSources
import Features
package import Routing

extension Server {
    /// Takes a request up to the gate, once the sources of its feature have answered or are late.
    ///
    /// Where a source has to be asked first, the link is taken again when the source has answered: against the table and the
    /// facts that are in force then.
    ///
    /// - Parameter awaited: the feature whose sources have been asked for this request.
    package func pass(
        _ request: LinkRequest, awaited: Int? = nil, then proceed: @escaping (consuming Passage) -> Void
    ) {
        let passage = path.pass(request)
        guard let feature = passage.feature, feature != awaited,
            !facts.gathering.isReady(feature, for: request.holder)
        else { return proceed(passage) }
        ask(feature, for: request) { [self] in pass(request, awaited: feature, then: proceed) }
    }

    /// Takes a request up to the gate, and each link that it is redirected to; gives the request of the last one.
    package func follow(
        _ first: LinkRequest, then proceed: @escaping (LinkRequest, consuming Passage) -> Void
    ) {
        var request = first
        // A line that asks a service is not asked for a question: the link is rewritten again when it is opened.
        let rewritten = request.target.url.flatMap(snapshot.ruleset.rewrites.rewritten)
        if let rewritten { request.target = Target(url: rewritten.url) }
        pass(request) { [self, request] passage in
            switch consume passage {
            case .stopped(let stop): proceed(request, .stopped(stop))
            case .cleared(let link):
                guard case .redirect(let template) = link.proof.action.performer, request.trail.mayGoOn else {
                    return proceed(request, .cleared(link))
                }
                follow(redirected(request, link, by: template), then: proceed)
            }
        }
    }

    /// Has the sources of a feature asked for a request; goes on when they have answered, or are late.
    func ask(_ feature: Int, for request: LinkRequest, then proceed: @escaping () -> Void) {
        noteWait(for: "sources", feature: snapshot.ruleset.catalogue.features[feature].path, request)
        request.stopwatch?.enter(.sources)
        facts.gathering.whenReady([feature], for: request.holder) {
            request.stopwatch?.enter(.decide)
            proceed()
        }
    }
}

extension LinkPath {
    /// As whom a caller is told of features and routes.
    ///
    /// *Cost*: a comparison while the table hides no feature.
    func sight(of caller: Caller) -> Audience {
        ruleset.catalogue.hasHidden ? callers.audience(of: caller) : .operator
    }
}
