/// What a program does with an outcome, once it has looked at the class.
package enum ProgramStep: String, CaseIterable, Sendable {
    case goOn
    case mend
    case offer
    case explain
    case wait
    case retry
    case verifyAgain
    case show
    case look

    /// One sentence, in the imperative.
    package var sentence: String {
        switch self {
        case .goOn: "Go on."
        case .mend: "Show the message, and do not repeat the link: it fails until the link or the table is changed."
        case .offer:
            """
            Offer the remedies of its user and its own, then open the link again. `Open` with `waitMs`, or `deeplinkctl \
            open --wait 5m`, waits until the obstacle is gone.
            """
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
