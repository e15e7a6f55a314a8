import ChannelRules
package import Contract
package import Features

/// A link of a held channel whose sender is not answered: what its action was verified with, and who waits for it.
///
/// *Owner/thread*: the loop's thread; held by its runner until the link ends.
package final class HeldSend {
    /// The number of its link in the hub.
    package internal(set) var link = 0
    package let channel: String
    package let caller: Caller
    /// Whose facts decide whether it may be handed over.
    package let subject: Subject
    /// The path of the feature that owns the action: numbers are those of one table, and a link may outlive it.
    package let feature: String
    package let action: String
    package let inputs: [Value.Member]
    /// Where the channel is durable, what writes down its steps once it was received.
    package internal(set) var keeper: (any LinkKeeper)?
    /// Whether it is on the disk that an app may have been told of it.
    package internal(set) var isToldKept = false
    /// Whether that is being written.
    var isTellingBeingKept = false
    /// Whether an earlier run of the daemon accepted it.
    package let isRestored: Bool
    /// Whether it is being written that it was received.
    var isBeingReceived = false
    /// *Units*: nanoseconds on the monotonic clock.
    let sentNs: Int64
    /// Under which its sender stops it; nil where the sender does not wait.
    var ticket: Int?
    /// nil where the sender does not wait, or was answered.
    var answer: ((Performance) -> Void)?
    /// Whether its sender was answered because the daemon ends, so that it is not left to the next run.
    var isGivenUp = false
    /// Why it was taken back before it was told; the hub does not know.
    var withdrawal: Performance?

    init(
        channel: String, _ proof: borrowing VerifiedActionBinding, feature: String, sentNs: Int64, ticket: Int?,
        answer: ((Performance) -> Void)?
    ) {
        (self.channel, self.feature, action, inputs) = (channel, feature, proof.action.name, proof.members)
        (caller, subject) = (proof.caller, proof.subject)
        (self.sentNs, self.ticket, self.answer, isRestored) = (sentNs, ticket, answer, false)
    }

    /// Makes a link that an earlier run accepted; no sender waits for its answer.
    init(_ link: DurableLink, wasTold: Bool, keeper: (any LinkKeeper)?, nowNs: Int64) {
        (channel, feature, action) = (link.description.channel, link.description.feature, link.action)
        inputs = link.inputs
        (caller, subject) = (link.caller, link.subject)
        (self.keeper, isToldKept, sentNs, isRestored) = (keeper, wasTold, nowNs, true)
    }
}
