import Contract

/// The codes of actions that were attempted and did not succeed.
enum FailedOutcomes {
    static let spawn = OutcomeHelp(
        """
        The program of the action was not started: it is missing, is not executable, or may be changed by another user.
        `execution.error` names the system's error.
        """,
        person: "Ask the administrator to install the program.", program: .show, near: [.programMissing, .failedExit])

    static let exit = OutcomeHelp(
        """
        The program has run and ended with a status other than 0, or than those that the action calls a `success`.
        `execution.stderr` often says why.
        """,
        person: "Read what the program has written; the reason is its own.", program: .show,
        near: [.failedSignal, .failedSpawn])

    static let signal = OutcomeHelp(
        """
        A signal has ended the program: it crashed, or another process or the system stopped it. `execution.exit.signal`
        has the number.
        """,
        person: "Try again; if it repeats, tell the developer of the program.", program: .show,
        near: [.failedExit, .failedTimeout])

    static let timeout = OutcomeHelp(
        """
        The action took longer than its `timeout`, or than the deadline of the request, and was stopped. What it did until
        then is done.
        """,
        person: "Try again later.", program: .show, near: [.failedCancelled, .unknownEffect])

    static let limit = OutcomeHelp(
        """
        The program wrote more than `output BYTES or fail` allows, and was stopped.
        """,
        person: "Tell the author of the table or of the program.", program: .show, near: [.failedTimeout])

    static let decode = OutcomeHelp(
        """
        The answer of the action is not in the form that the table says. The code is reserved: no action of this version
        answers in a form of its own.
        """,
        person: "Tell the author of the table.", program: .show, near: [.failedExit])

    static let noSubscriber = OutcomeHelp(
        """
        The action sends its link to an app, and no app has taken it in time. Nothing was performed.
        """,
        person: "Start the app, and open the link again.", program: .show, near: [.failedChannelFull, .okDelivered])

    static let channelFull = OutcomeHelp(
        """
        Too many links wait in the channel. The message names the limit. The link was not kept.
        """,
        person: "Start the app that takes the links, and try again.", program: .show,
        near: [.failedNoSubscriber, .overloaded])

    static let channelRefused = OutcomeHelp(
        """
        An app has taken the link and answered that its action failed. `execution.reason` holds its words.
        """,
        person: "Read the reason; it is the app's own.", program: .show, near: [.failedNoSubscriber])

    static let channelNotKept = OutcomeHelp(
        """
        The channel is `durable`, so a link counts as sent only when it is on the disk, and the daemon cannot write it: it
        has no state directory, or its ledger is damaged or full. Nothing was sent.
        """,
        person: "Ask the administrator, who finds the reason with `deeplinkctl status`.", program: .show,
        near: [.failedChannelFull])

    static let varlink = OutcomeHelp(
        """
        The Varlink service of the action answered with an error. The code is reserved for actions that call services.
        """,
        person: "Try again later.", program: .show, near: [.failedDBus])

    static let dbus = OutcomeHelp(
        """
        The D-Bus service of the action answered with an error. The code is reserved for actions that call services.
        """,
        person: "Try again later.", program: .show, near: [.failedVarlink])

    static let unit = OutcomeHelp(
        """
        The service manager did not start the unit of the action. The code is reserved for actions that start units.
        """,
        person: "Ask the administrator.", program: .show, near: [.failedSpawn])

    static let cancelled = OutcomeHelp(
        """
        The caller closed its connection, or the daemon stopped, before the action had ended, and the action was stopped.
        Actions with `detach` go on.
        """,
        person: "Open the link again if it is still wanted.", program: .look, near: [.failedTimeout, .unknownEffect])

    static let internalFailure = OutcomeHelp(
        """
        The daemon met a state that its authors excluded. The log has a line with the outcome's id.
        """,
        person: "Report it with that line.", program: .show, near: [.unknownEffect])
}
