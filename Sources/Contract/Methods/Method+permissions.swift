// The methods of io.deeplinkd.Permissions.

extension Method {
    package static let authorise = Method(
        "Authorise", of: .permissions, isStreaming: true, request: .authorise(Target()),
        reply: .authorisation(FlowReport(), nil),
        """
        Asks for the permissions that a feature needs, one after the other in the order of the table, and then performs the
        link or the action that you named. Call it with more, for yourself. A question whose by says client is yours to
        ask: show it to the person, and call Answer on another connection. Nothing is asked while something else stands in
        the way: a purchase, a switch, a permission that is restricted. You have one flow at a time: a newer one
        supersedes it. Close the connection to cancel it. A user is asked five questions a minute at most, by all programs
        together. In a flow that the person begins, those that follow a grant are not counted. What was denied is not asked
        for again within ten minutes, unless the person begins the flow.
        """)
    package static let answer = Method(
        "Answer", of: .permissions, request: .answer(flow: "", answer: .skip), reply: .taken,
        """
        Says what came of the question that a flow asks. Call it on another connection than the flow's, as the same user.
        """)
    package static let consents = Method(
        "List", of: .permissions, request: .consents, reply: .consents([]),
        "Lists your own answers that the daemon keeps: those to permissions whose source is consent.")
    package static let withdraw = Method(
        "Withdraw", of: .permissions, request: .withdraw(permission: ""), reply: .switched(isDurable: false),
        """
        Takes back your answer to a permission whose source is consent, so that you may be asked again. The answer comes
        when that is on the disk.
        """)
    package static let setPermission = Method(
        "SetPermission", of: .permissions, request: .setPermission(permission: "", status: nil),
        reply: .switched(isDurable: false),
        """
        Sets a permission of a user or account in the place of what its source says, until the setting is cleared. For
        operators, and for members of a group that the table names in grants permission; anyone else, a delegate too, gets
        PermissionDenied. The answer comes when the change is on the disk. While the ledger is unavailable, the change of an
        operator is made in memory and written when the ledger is back.
        """)
}
