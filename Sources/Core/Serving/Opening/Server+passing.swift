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

    /// Has the sources of a feature asked for a request; goes on when they have answered, or are late.
    func ask(_ feature: Int, for request: LinkRequest, then proceed: @escaping () -> Void) {
        noteWait(for: "sources", feature: snapshot.ruleset.catalogue.features[feature].path, request)
        facts.gathering.whenReady([feature], for: request.holder, then: proceed)
    }
}
