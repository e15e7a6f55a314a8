import Contract

/// The codes of what was done, and of what cannot be decided yet.
enum PerformedOutcomes {
    static let performed = OutcomeHelp(
        """
        The action has run to its end. `text` or `result` holds its answer, and `execution` what a program wrote and its
        exit status.
        """,
        person: "Nothing is left to do.", program: .goOn, near: [.okAccepted, .okDelivered])

    static let accepted = OutcomeHelp(
        """
        The program was started and goes on without the call, because its action says `detach`. Whether it succeeds is not
        reported.
        """,
        person: "Nothing is left to do; the program shows what it does.", program: .goOn, near: [.okPerformed])

    static let delivered = OutcomeHelp(
        """
        The link was sent to its channel: an app has taken it, or the channel holds it until one does. `execution` says how
        many apps have it.
        """,
        person: "Nothing is left to do.", program: .goOn, near: [.okPerformed, .failedNoSubscriber])

    static let limited = OutcomeHelp(
        """
        A limited variant of the action has run in place of the full one. The code is reserved: no action of this version
        has such a variant.
        """,
        person: "The message says what the full variant needs.", program: .goOn, near: [.okPerformed])

    static let replayed = OutcomeHelp(
        """
        The request has the idempotency key of an earlier one, so its stored outcome is repeated, and nothing was performed
        now.
        """,
        person: "Nothing is left to do.", program: .goOn, near: [.idempotencyInProgress, .idempotencyConflict])

    static let wouldPerform = OutcomeHelp(
        """
        Everything that the action needs is met, and nothing was performed, because the request only asked: `explain`,
        `open --dry-run` and test cases have this outcome.
        """,
        person: "Open the link with `deeplinkctl open`.", program: .goOn, near: [.okPerformed],
        example: .player())

    static let undetermined = OutcomeHelp(
        """
        A fact that the feature depends on has no value now: its source does not answer, or its file cannot be read. An
        unknown fact never counts as granted. All other conditions are met, or are unknown too.
        """,
        person:
            "Wait a moment and try again. If it stays, an administrator finds the reason with `deeplinkctl status`.",
        program: .wait, near: [.pendingTable],
        example: .player(require: "permission camera", facts: "permission camera unknown"))

    static let authorisation = OutcomeHelp(
        """
        An authorisation flow asks for what the feature needs, and has not ended. The code is reserved: this version
        answers a request when the flow has ended.
        """,
        person: "Answer the questions on the screen.", program: .wait, near: [.permissionNotDetermined])

    static let queued = OutcomeHelp(
        """
        The action waits until an earlier one has ended. The code is reserved: no action of this version has a queue.
        """,
        person: "Wait.", program: .wait, near: [.overloaded])

    static let table = OutcomeHelp(
        """
        The daemon runs without a route table, because the one that it read at its start has errors. Every link has this
        outcome until a reload succeeds.
        """,
        person: "An administrator mends what `deeplinkctl check` reports, and runs `deeplinkctl reload`.",
        program: .wait, near: [.pendingUndetermined])

    static let unknownEffect = OutcomeHelp(
        """
        The action was started, and its end was not seen: the daemon stopped, or an app ended before it acknowledged the
        link. It may have taken effect or not.
        """,
        person: "Look whether it happened before opening the link again.", program: .look,
        near: [.failedCancelled, .failedTimeout])
}
