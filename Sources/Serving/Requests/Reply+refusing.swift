import Contract

extension Reply {
    /// The reply to a call that is not carried out, of a method that answers an outcome.
    init(refusing method: Method, with outcome: Outcome) {
        self =
            switch method {
            case .verify: .verified(outcome, binding: nil, expiresAfterMs: nil)
            case .explain: .explained(outcome, candidates: nil)
            case .open, .perform, .list, .describe, .watch, .setToggle, .setRuntime, .status, .reload, .override,
                .backup, .getInfo, .getInterfaceDescription:
                .outcome(outcome)
            }
    }
}
