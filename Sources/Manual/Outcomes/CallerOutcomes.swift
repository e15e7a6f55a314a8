import Contract

/// The codes of requests that are rejected for how the caller uses the daemon.
enum CallerOutcomes {
    static let bindingUnknown = OutcomeHelp(
        """
        `Perform` names a binding that is not there: it was used up, its \(Limits.bindingLifetime.components.seconds) seconds are over, or the connection has made
        too many others since.
        """,
        person: "Open the link again.", program: .verifyAgain, near: [.bindingStale, .bindingForeign])

    static let bindingStale = OutcomeHelp(
        """
        The table or a fact has changed since the binding was verified, so its proof no longer holds.
        """,
        person: "Open the link again.", program: .verifyAgain, near: [.bindingUnknown])

    static let bindingForeign = OutcomeHelp(
        """
        The binding was verified on another connection. A binding is no token that can be passed on.
        """,
        person: "Tell the developer of the program.", program: .verifyAgain, near: [.bindingUnknown])

    static let callerRateLimited = OutcomeHelp(
        """
        The caller sends requests faster than its share of the daemon. `rejection.retryAfterMs` says when the next one is
        taken.
        """,
        person: "Wait a moment.", program: .retry, near: [.overloaded])

    static let callerNotDelegated = OutcomeHelp(
        """
        The request names another subject than its caller, and only operators and members of a `delegate` group may do
        that.
        """,
        person: "Ask the administrator to be added to the group.", program: .explain, near: [.callerNotAllowed])

    static let idempotencyInProgress = OutcomeHelp(
        """
        A request with the same idempotency key is being performed. Nothing was started a second time.
        """,
        person: "Wait a moment.", program: .retry, near: [.okReplayed, .idempotencyConflict])

    static let idempotencyConflict = OutcomeHelp(
        """
        The idempotency key was used for another link or action. A key belongs to one request.
        """,
        person: "Tell the developer of the program.", program: .mend, near: [.okReplayed, .idempotencyInProgress])

    static let loop = OutcomeHelp(
        """
        The redirects of the link form a circle, or are too many. The code is reserved for tables with redirects.
        """,
        person: "Tell the author of the table.", program: .mend, near: [.routeNotFound])

    static let overloaded = OutcomeHelp(
        """
        The daemon, or the user's share of it, has no room for another request: too many calls, programs or bytes are under
        way. Nothing was performed. The message names the limit.
        """,
        person: "Wait a moment and try again.", program: .retry, near: [.callerRateLimited, .shuttingDown])

    static let shuttingDown = OutcomeHelp(
        """
        The daemon is ending, or is being restarted. Nothing was performed. Under its socket unit the next one takes the
        connections that wait.
        """,
        person: "Try again in a few seconds.", program: .retry, near: [.overloaded])
}
