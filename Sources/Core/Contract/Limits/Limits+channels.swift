/// The limits of the links and subscribers of channels.
extension Limits {
    /// *Units*: links that a channel keeps of one user, or for one subscriber that does not read, where the table does not
    /// say: more than a person opens while an app starts.
    package static let channelCapacity = 32
    /// How long a channel keeps a link where the table does not say: an app that was not started by then is not waited for.
    package static let channelLifetime: Duration = .seconds(600)
    /// The longest that a table may let a channel keep a link: an app that is used once a week gets it.
    package static let longestChannelLifetime: Duration = .seconds(7 * 86_400)
    /// How long a subscriber has to acknowledge a link where the table does not say.
    package static let acknowledgeTime: Duration = .seconds(30)
    /// *Units*: links of a held channel that one subscriber may have and has not acknowledged.
    ///
    /// With one alone, each would wait for the acknowledgement of the link before it. With more of them, more come again
    /// when an app crashes, and more wait for a slow app while another has none. Of 1, 2, 4, 8 and 16 links, 4 let 16 senders
    /// reach 0.28 to 0.43 of the rate of a route that responds, 8 reach 0.37 to 0.39 and 16 reach 0.5 (`ChannelBenchmark`).
    package static let unacknowledgedLinks = 8
    /// *Units*: bytes of the reason that a subscriber gives for a failure; the rest is cut off.
    package static let acknowledgementReason = 1024
    /// *Units*: bytes of an activation token: compositors make them of some forty.
    package static let activationTokenBytes = 256
    /// *Units*: deadlines that one subscriber lets pass in a row before it gets no more: it hangs, and others wait for each.
    package static let missedDeadlines = 3
    /// *Units*: subscriptions of one user: a quarter of its connections.
    package static let subscriptionsPerUser = 16
    /// *Units*: bytes of links that wait for one user's subscribers, or are kept among one user's links: as much as may wait
    /// of its answers.
    package static let channelBytesPerUser = 32 << 20
    /// *Units*: links of one user that all held channels together keep.
    package static let heldLinksPerUser = 1000
    /// *Units*: bytes of disk for the links of durable channels that wait for one user's apps: 1,000 of 64 KiB each.
    ///
    /// `LedgerSchema` counts links at the most that they can take.
    package static let durableLinkBytesPerUser = 64 << 20
    /// *Units*: bytes of what one run leaves to the next in memory: a thousand links of 32 KiB each.
    package static let restartBytes = 32 << 20
    /// *Units*: steps of durable links that are written at once, of one user after the other.
    package static let linkStepsPerWrite = 256
    /// After how long the program of a channel is started again when it ended without a subscription; twice as long after
    /// every further time.
    package static let starterRetry: Duration = .seconds(1)
    /// The longest time between two starts of a program that keeps ending.
    package static let starterLongestRetry: Duration = .seconds(60)
}
