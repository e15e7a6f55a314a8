import Contract

/// The terms of one channel, as a table declares them.
package struct ChannelTerms: Equatable, Sendable {
    /// Which subscribers get a link, and for how long it is kept.
    package enum Kind: String, CaseIterable, Sendable {
        /// All who are subscribed when it is sent; nothing is kept.
        case plain
        /// The same, and the last link of a user is kept for those who subscribe later.
        case latest
        /// One link of a user, which stays for all who subscribe until it is cleared; until then no other is taken.
        case sticky
        /// One subscriber after the other, until one has acknowledged it.
        case held
    }

    /// Whether the last link of a user is kept for those who subscribe later.
    var keepsLast: Bool {
        switch kind {
        case .latest, .sticky: true
        case .plain, .held: false
        }
    }

    /// What happens to a link for which there is no room.
    package enum Overflow: String, CaseIterable, Sendable {
        /// The oldest link that waits gives way to it.
        case dropOldest = "drop-oldest"
        /// It is dropped, and the links that wait stay.
        case dropNewest = "drop-newest"
        /// Its sender is refused, and no subscriber gets it.
        case refuse
    }

    package var kind: Kind
    /// *Units*: links of one user that wait in a held channel; of any other, links that one subscriber has not read.
    package var capacity = Limits.channelCapacity
    /// How long a link is kept for a subscriber.
    package var lifetime: Duration = Limits.channelLifetime
    /// How long a subscriber has to acknowledge a link of a held channel.
    package var acknowledgeTime: Duration = Limits.acknowledgeTime
    /// *Units*: links of a held channel that one subscriber may have and has not acknowledged, where they are redelivered.
    package var window = Limits.unacknowledgedLinks
    /// Whether a link of a held channel goes to the next subscriber when one did not acknowledge it.
    package var isRedelivered = true
    package var overflow = Overflow.dropOldest
    /// Whether a program is to be started for a link that no subscriber takes.
    package var hasStarter = false

    package init(_ kind: Kind) { self.kind = kind }
}
