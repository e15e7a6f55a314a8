/// The preview of an action in an explanation: its command, its channel, or its call.
package struct ActionPreview: Equatable, Sendable {
    /// The argument vector that would run, secrets masked; nil where no program would.
    package var arguments: [String]?
    /// The channel that the link would be sent to; nil where it would be sent to none.
    package var channel: ExplainedChannel?
    /// What would be called, or which app or unit would be started; nil where nothing would.
    ///
    /// *Shape*: the words of the table's line with the values in it, secrets masked: `unit`, `play@7.service`, `start`.
    package var call: [String]?
    /// What it would use up; nil for nothing.
    ///
    /// *Shape*: a product and its units: `coins 3`.
    package var spends: [String]?

    /// Makes a preview; an action that only answers has none of these.
    package init(arguments: [String]? = nil, channel: ExplainedChannel? = nil, call: [String]? = nil) {
        (self.arguments, self.channel, self.call) = (arguments, channel, call)
    }

    /// Without programs and services: only operators see which these are.
    package var forAnyone: ActionPreview {
        var preview = self
        (preview.arguments, preview.call) = (nil, nil)
        preview.channel?.starts = nil
        return preview
    }

    /// Handles its members among those of a reply.
    mutating func members(_ list: inout some MemberList) {
        list.member("arguments", &arguments, Self.argumentsComment)
        list.member("channel", &channel, "The channel that the link would be sent to; absent if there is none.")
        list.member("call", &call, Self.callComment)
        list.member("spends", &spends, "The products and units that it would spend: coins 3; absent for none.")
    }

    private static let callComment = """
        What would be called, or which app or unit would be started: the words of the table's line with the values in it,
        secrets masked. For operators only; absent if there is none.
        """

    private static let argumentsComment = """
        The program that would run and its arguments, secrets masked. For operators only; absent if no program would run.
        """
}

/// A channel as an explanation shows it.
package struct ExplainedChannel: WireObject, Equatable {
    package static let typeComment = "The channel that a link would be sent to."

    package var name = ""
    package var kind = ""
    package var isDurable = false
    package var hearers: [String] = []
    package var starts: [String]?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("name", &name, "Its name.")
        list.member("kind", &kind, "How it passes links on: plain, latest, sticky or held. More may come.")
        list.member("durable", &isDurable, "Whether the links that wait in it outlive the daemon.")
        list.member(
            "hearers", &hearers,
            "Who besides the user's own apps hears the link, as the table says it: group audio, user ann.")
        list.member(
            "starts", &starts,
            "The program that is started if no app is subscribed, and its arguments. For operators only; absent if there is none."
        )
    }
}
