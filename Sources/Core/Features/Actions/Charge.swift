package import Contract

/// What performing an action uses up: so much of what a fact says is there.
///
/// *Example*: `spend coins 3`.
package struct Charge: Hashable, Sendable {
    /// What is used up.
    package let key: FactKey
    /// *Units and range*: units of it, from 1 on.
    package let amount: Int

    package init(_ key: FactKey, _ amount: Int) { (self.key, self.amount) = (key, amount) }

    /// *Shape*: as in a table behind `spend`: `coins 3`.
    package var words: String { "\(key.name) \(amount)" }
}

/// What becomes of what is reserved for a link, once its action has ended.
package enum ChargeEnd: Hashable, Sendable {
    /// The action was performed.
    case taken
    /// The action was not performed, as what performs it says.
    case givenBack
    /// It is not known whether the action was performed, so an operator decides.
    case undecided

    /// What follows from the code of an outcome whose action was begun.
    package init(_ code: OutcomeCode) {
        self =
            switch code.outcomeClass {
            case .ok: .taken
            case .rejected, .blocked, .pending: .givenBack
            case .failed: Self.mayHaveHadEffect.contains(code) ? .undecided : .givenBack
            case .unknown: .undecided
            }
    }

    /// Failures that stop an action behind its beginning: with these given back, a caller could hang up behind the effect.
    private static let mayHaveHadEffect: Set<OutcomeCode> = [
        .failedTimeout, .failedCancelled, .failedLimit, .failedSignal,
    ]
}

extension Performance {
    /// What becomes of what the action uses up.
    package var chargeEnd: ChargeEnd {
        switch self {
        case .notBegun, .refused: .givenBack
        case .answered, .answeredText, .launched: .taken
        case .done(let code, _, _, _): ChargeEnd(code)
        case .ended(let execution, let isSuccess):
            switch execution.exit {
            case .code: isSuccess ? .taken : .givenBack
            case .signal, nil: .undecided
            }
        case .stopped: .undecided
        case .failed(let error): ChargeEnd(error.code)
        }
    }
}
