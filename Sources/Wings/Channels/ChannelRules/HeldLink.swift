import Contract

/// A link of a held channel, from when it is sent until its sender is answered.
///
///     waits → assigned to a subscriber → told to it → acknowledged
///       ↑______________|___________________|            the subscriber is gone, or its time is over
///
/// *Owner/thread*: the loop's thread; held by the hub.
package final class HeldLink {
    package let sent: SentLink
    let channel: Channel
    /// The name by which it is acknowledged: the same for every subscriber that it goes to.
    package let delivery: String
    /// Who has it now.
    var holder: Subscription?
    /// Whether the holder was told of it, so that it may have acted on it; false where it waits.
    var isTold = false
    /// Whether the owner is not ready to tell it.
    var isPostponed = false
    /// How many subscribers were told of it.
    package internal(set) var tellings = 0
    /// *Units*: assignments; the deadline of an earlier one is out of date.
    var assignments = 0
    /// When the time of its holder began, and when it is over.
    ///
    /// *Units*: nanoseconds on the monotonic clock.
    var (sinceNs, dueNs): (Int64, Int64) = (0, 0)

    init(_ sent: SentLink, in channel: Channel, delivery: String) {
        (self.sent, self.channel, self.delivery) = (sent, channel, delivery)
    }

    /// Gives the subscriber that has it its whole time to acknowledge it.
    func restartTime(nowNs: Int64) {
        (sinceNs, dueNs) = (nowNs, nowNs + channel.rules.acknowledgeTime.wholeNanoseconds)
    }
}
