// The methods of io.deeplinkd.Channels: links for apps that are subscribed.

package import Contract

extension Interface {
    /// What passes links on to apps.
    package static let channels = Interface(
        "io.deeplinkd.Channels", order: 50,
        """
        Passes the links of a channel on to the apps that are subscribed to it.

        A link is only passed on after the feature that owns its action was verified. A link of a held channel goes to one
        subscriber at a time, and to the next if it is not acknowledged: so it comes at least once, and a subscriber keeps
        the names of its last deliveries. A subscriber gets several links before it has acknowledged the first, unless
        the channel does not redeliver.
        """,
        types: [AcknowledgementResult.self],
        methods: [SubscribeToChannel.self, AcknowledgeLink.self, ListChannels.self, ClearChannel.self],
        errors: [
            (NoChannel(), "The table in force does not declare the channel."),
            (TooManySubscriptions(), "You have as many subscriptions as one user may have: end one."),
            (SubscriptionEnded(), "The subscription ends, and no other answer follows."),
            (
                BareError.unknownDelivery,
                "You were told of no such link, or its time is over: it went to another subscriber, or was given up."
            ),
        ])
}

/// The links of a channel, as they come: those after the one of that number.
package struct SubscribeToChannel: Method {
    package static let name = "io.deeplinkd.Channels.Subscribe"
    package static let comment = """
        Answers with the links of a channel that are yours, as they come. Call it with more. The first answer comes at once
        and has no link: from then on you are subscribed. Close the connection to end the subscription: links that you did
        not acknowledge go to the next subscriber.
        """
    package static let example = #"{"channel":"player"}"#
    package static let isStreaming = true

    package var channel = ""
    package var after: Int64?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("channel", &channel, Self.channelComment)
        list.member(
            "after", &after,
            """
            The sequence number of the last answer that you have dealt with, to go on after a subscription that ended. Links
            after it that are not kept are counted in missed. If absent, you get what the channel keeps, and what comes. A
            held channel needs none: you get all links that wait.
            """)
    }

    fileprivate static let channelComment =
        "The channel's name. One that the table in force does not declare is NoChannel."

    /// A link, or how many were missed, or neither at first.
    package struct Answer: ReplyReport {
        package var sequence: Int64 = 0
        package var link: DeliveredLink?
        /// 0 where the number is not known.
        package var missed: Int64?

        package init() {}

        package mutating func members(_ list: inout some MemberList) {
            list.member(
                "sequence", &sequence,
                """
                The link's number: numbers go up from link to link, also over restarts of the daemon. Give the last one as
                after when you subscribe again. An answer without a link has a number below the next link's. In a held
                channel each delivery has a number: a redelivered link has another than before.
                """)
            list.member("link", &link, "The link; absent in the first answer and where links were missed last.")
            list.member(
                "missed", &missed,
                """
                How many links before this answer you were not told, because you did not read in time or were not
                subscribed: 0 where that is not known, absent if none.
                """)
        }

        /// The same: a subscriber gets its own links, secret inputs too; who may subscribe is checked before.
        package var forAnyone: Self { self }

        package var shortened: Self? { link?.shortened.map { link in with { $0.link = link } } }
    }
}

/// Say what became of a link that a subscription gave.
package struct AcknowledgeLink: Method {
    package typealias Answer = EmptyAnswer

    package static let name = "io.deeplinkd.Channels.Acknowledge"
    package static let comment = """
        Says what became of a link of a held channel; its sender is answered with that. Acknowledge links in any order. Call
        it on another connection than the one that is subscribed, as the user who is.
        """
    package static let example = #"{"delivery":"8v7gjt2rvcq9k","result":"performed"}"#

    package var delivery = ""
    package var result = AcknowledgementResult.performed
    package var reason: String?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("delivery", &delivery, "The name of the delivery, from the answer of Subscribe.")
        list.member("result", &result, "What became of the link.")
        list.member(
            "reason", &reason,
            "Why it failed, as one sentence for its sender; of more than 1024 bytes the rest is cut off.")
    }
}

/// The channels of the table in force.
package struct ListChannels: Method, Memberless {
    package static let name = "io.deeplinkd.Channels.List"
    package static let comment = """
        Lists the channels of the table in force. Operators alone are told of a channel that only hidden features send to.
        """

    package init() {}

    /// The channels.
    package struct Answer: ReplyReport {
        package var channels: [ChannelReport] = []

        package init() {}

        package mutating func members(_ list: inout some MemberList) {
            list.member("channels", &channels, "One entry for each channel, by name.")
        }

        /// The same: lists carry no evidence.
        package var forAnyone: Self { self }

        package var shortened: Self? {
            channels.count > 1 ? Self { $0.channels = channels.firstHalf } : nil
        }
    }
}

/// Remove the links that a channel keeps of a user.
package struct ClearChannel: Method {
    package static let name = "io.deeplinkd.Channels.Clear"
    package static let comment = """
        Removes the link that a latest or sticky channel keeps of yours. Of a held channel it removes your links that wait,
        and not those that a subscriber has to acknowledge; their senders are answered failed.channel.noSubscriber, or
        unknown.effect where a subscriber was told of the link before.
        """
    package static let example = #"{"channel":"player"}"#

    package var channel = ""
    package var subject: String?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("channel", &channel, SubscribeToChannel.channelComment)
        list.member(
            "subject", &subject, "Whose links, as uid:1000; yours if absent. Only operators may name others.")
    }

    /// How many links were removed.
    package struct Answer: ReplyReport, PlainReply {
        package var cleared = 0

        package init() {}

        package mutating func members(_ list: inout some MemberList) {
            list.member("cleared", &cleared, "How many links were removed.")
        }
    }
}

/// The error of `SubscribeToChannel` and `ClearChannel`; with the declared name that is nearest.
package struct NoChannel: PlainReply {
    private var nearest: String?

    package init(nearest: String? = nil) { self.nearest = nearest }

    package var errorName: String? { "io.deeplinkd.Channels.NoChannel" }

    package mutating func members(_ list: inout some MemberList) {
        list.member("nearest", &nearest, "The declared name that is most like it; absent if none is.")
    }
}

/// The error of `SubscribeToChannel` where the user has as many subscriptions as one may have.
package struct TooManySubscriptions: PlainReply {
    private var limit: Int64

    package init(limit: Int64 = 0) { self.limit = limit }

    package var errorName: String? { "io.deeplinkd.Channels.TooManySubscriptions" }

    package mutating func members(_ list: inout some MemberList) {
        list.member("limit", &limit, "How many subscriptions one user may have.")
    }
}

/// The error that ends a subscription.
package struct SubscriptionEnded: PlainReply {
    private var code: String

    package init(code: String = "") { self.code = code }

    package var errorName: String? { "io.deeplinkd.Channels.SubscriptionEnded" }

    package mutating func members(_ list: inout some MemberList) {
        list.member(
            "code", &code,
            """
            Why, as a stable name: channel.removed, where a new table does not declare the channel;
            channel.notAcknowledging, where you let three links in a row pass without Acknowledge; channel.notAdmitted,
            where a new table does not let you hear the links of all users; shutdown, where the daemon ends. More may come.
            """)
    }
}

extension BareError {
    /// There is no such delivery, or its time is over.
    package static let unknownDelivery = BareError("io.deeplinkd.Channels.UnknownDelivery")
}
