import Contract
import Features
import Routing

extension Server {
    /// Tells the observers of the table what became of a link; what becomes of that is of no account.
    func observe(_ outcome: Outcome, of request: LinkRequest) {
        let ruleset = snapshot.ruleset
        let observers = ruleset.catalogue.interceptors.observers
        guard !observers.isEmpty, !isShuttingDown else { return }
        let feature = outcome.feature.flatMap { ruleset.catalogue.feature(named: $0) }
        let link = InterceptedLink(outcome, caller: request.caller, subject: request.holder, isPerformed: true)
        let user = user(of: request.caller)
        for observer in observers where observer.isAbout(feature) {
            guard self.observers.add(of: user) else {
                log.debug("link not observed", ["by": observer.name])
                continue
            }
            clear(observer.binding, link.inputs, for: request) { [self] cleared in
                guard let cleared else { return self.observers.remove(of: user) }
                performBounded(cleared, for: request) { [self] result in
                    self.observers.remove(of: user)
                    guard result.code.outcomeClass != .ok else { return }
                    log.debug("observer failed", ["by": observer.name, "code": result.code.rawValue])
                }
            }
        }
    }
}
