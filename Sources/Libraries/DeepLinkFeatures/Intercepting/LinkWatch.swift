import Contract
import Features

/// The observers' view of a link that is opened.
struct LinkWatch {
    let dispatcher: Dispatcher
    let subject: Subject

    /// Performs the observers' actions, and returns the outcome.
    func ended(_ outcome: LinkOutcome, _ link: @autoclosure () -> LinkSight) -> LinkOutcome {
        guard let interceptors = dispatcher.interceptors else { return outcome }
        tell(outcome.code, link(), interceptors)
        return outcome
    }

    /// Performs the observers' actions, and returns what the link's action threw.
    func failed(_ error: any Error, _ link: @autoclosure () -> LinkSight) -> any Error {
        guard let interceptors = dispatcher.interceptors else { return error }
        tell(OutcomeCode(of: error).rawValue, link(), interceptors)
        return error
    }

    private func tell(_ code: String, _ link: LinkSight, _ interceptors: InterceptorRoster) {
        let outcome = ObservedOutcome(
            code: code, feature: link.feature, action: link.action, url: link.url, route: link.route)
        let feature = link.feature.flatMap { dispatcher.roster.catalogue.feature(named: $0) }
        interceptors.tell(outcome, of: feature, for: subject, in: dispatcher)
    }
}

extension LinkOutcome {
    /// The code that observers get.
    var code: String {
        switch self {
        case .performed: OutcomeCode.okPerformed.rawValue
        case .refused(let refusal): refusal.code
        case .rejected(let rejection): rejection.code
        case .unpresentable: OutcomeCode.failedNoSubscriber.rawValue
        }
    }
}
