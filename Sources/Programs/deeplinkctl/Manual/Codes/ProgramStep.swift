/// The step of a program after an outcome, once it has looked at the class.
package enum ProgramStep: String, CaseIterable, Sendable {
    case goOn
    case mend
    case switchOn
    case ask
    case sell
    case settle
    case explain
    case wait
    case retry
    case verifyAgain
    case show
    case look

    /// Whether the program or its user can lift what stands in the way.
    package var offersRemedies: Bool {
        switch self {
        case .switchOn, .ask, .sell, .settle: true
        case .goOn, .mend, .explain, .wait, .retry, .verifyAgain, .show, .look: false
        }
    }

    /// One or two sentences, in the imperative.
    package var sentence: String {
        switch self {
        case .goOn: "Go on."
        case .mend: "Show the message, and do not repeat the link: it fails until the link or the table is changed."
        case .switchOn: "Offer the switch: call `SetToggle` for the user, then open the link again."
        case .ask: "Call `Authorise` with the link. It asks the person, and opens the link after a yes."
        case .sell: "Offer the remedies. `Open` with `waitMs` opens the link as soon as one of them has worked."
        case .settle:
            "Say where the user changes that. `Open` with `waitMs` waits for the change, and then opens the link."
        case .explain: "Show the message, and do not offer the feature: neither the program nor its user lifts this."
        case .wait: "Show that it takes time, and try again later; `waitMs` waits. Offer nothing to buy."
        case .retry:
            "Repeat the same request after a pause, or after `rejection.retryAfterMs` where the outcome has it."
        case .verifyAgain: "Verify the link again, and perform the new binding."
        case .show: "Show the message; `execution` holds the details. Do not repeat it without being asked."
        case .look: "Find out whether the action took effect before repeating anything."
        }
    }
}
