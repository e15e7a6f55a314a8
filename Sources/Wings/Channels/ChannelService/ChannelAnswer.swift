import ChannelRules
import Contract
import Features
import HostSystem

/// The answer to the sender of a link.
enum ChannelAnswer {
    // MARK: At once

    /// The answer to a link that was sent.
    static func performance(_ result: SendResult, in channel: String, _ rules: ChannelTerms) -> Performance {
        switch result {
        case .delivered(let count):
            let message =
                switch count {
                case 0 where rules.kind != .plain: "The channel \(channel) keeps the link for its next subscriber."
                case 1: "The link was delivered to a subscriber of the channel \(channel)."
                default: "The link was delivered to \(count) subscribers of the channel \(channel)."
                }
            return .done(.okDelivered, message: message, execution(channel, subscribers: Int64(count)))
        case .held: return .done(.okAccepted, execution(channel))
        case .noSubscriber:
            let message = "The channel \(channel) has no subscriber for the link: start the app that subscribes to it."
            return .failed(RunningError(.failedNoSubscriber, message, execution(channel, subscribers: 0)))
        case .full(let limit): return .failed(full(limit, in: channel, rules.kind))
        }
    }

    /// The answer to a link that waits without its sender.
    static func accepted(_ send: HeldSend) -> Performance {
        .done(
            .okAccepted, message: "The channel \(send.channel) keeps the link for a subscriber.",
            execution(send.channel))
    }

    private static func full(_ limit: ChannelLimit, in channel: String, _ kind: ChannelTerms.Kind) -> RunningError {
        let message =
            switch limit {
            case .links(let count) where kind == .held:
                "\(count) links wait for an app in the channel \(channel), which is as many as may be."
            case .links(let count):
                "A subscriber of the channel \(channel) has not read \(count) links, which is as many as may be."
            case .heldLinks(let count):
                "\(count) of your links wait for an app, which is as many as may be in all channels together."
            case .bytes(let count):
                "The links that wait for one user take \(count >> 20) MiB, which is as much as may be."
            case .notCleared:
                "The channel \(channel) keeps a link, and takes no other before that one is cleared."
            }
        return RunningError(.failedChannelFull, message, execution(channel))
    }

    /// The error of a channel that the table in force does not declare.
    static func gone(_ channel: String) -> RunningError {
        RunningError(
            .failedNoSubscriber, "The table in force does not declare the channel \(channel) any more.",
            execution(channel))
    }

    // MARK: Later

    /// The answer to the sender of a held link.
    static func performance(_ result: HeldResult, of send: HeldSend, _ declaration: ChannelDeclaration?) -> Performance
    {
        let channel = send.channel
        var execution = execution(channel)
        execution.duration = .nanoseconds(HostClock.monotonicNs - send.sentNs)
        func failed(_ code: OutcomeCode, _ message: String) -> Performance {
            .failed(RunningError(code, message, execution))
        }
        switch result {
        case .performed:
            return .done(
                .okPerformed, message: "A subscriber of the channel \(channel) performed the action.", execution)
        case .refused(let reason):
            execution.reason = reason.isEmpty ? nil : reason
            return failed(
                .failedChannelRefused, "A subscriber of the channel \(channel) could not perform the action.")
        case .noSubscriber:
            let time = declaration.map { " within \($0.rules.lifetime)" } ?? ""
            return failed(.failedNoSubscriber, "No subscriber of the channel \(channel) took the link\(time).")
        case .displaced(.links(let count)):
            return failed(
                .failedChannelFull,
                "The link gave way to a newer one: at most \(count) links wait for an app in the channel \(channel).")
        case .displaced: return failed(.failedChannelFull, "The link gave way to a newer one.")
        case .notAcknowledged:
            let message =
                send.isRestored
                ? "A subscriber of the channel \(channel) may have been told of the link before the daemon was started "
                    + "again, and none acknowledged it."
                : "A subscriber of the channel \(channel) was told of the link and did not acknowledge it."
            return failed(.unknownEffect, message)
        case .withdrawn: return .notBegun(.shutdown)
        case .removed: return .failed(gone(channel))
        case .cleared:
            return failed(
                .failedNoSubscriber, "The link was cleared from the channel \(channel) before an app took it.")
        }
    }

    /// The error for a sender that does not wait for the subscriber that was told.
    static func notAwaited(_ send: HeldSend, _ cause: Interruption) -> RunningError {
        let reason =
            switch cause {
            case .timeout(let limit), .deadline(let limit): "the call's deadline of \(limit) passed"
            case .hangUp: "the caller hung up"
            case .shutdown: "the dispatcher shut down"
            }
        let message =
            "A subscriber of the channel \(send.channel) was told of the link and had not acknowledged it when \(reason)."
        return RunningError(.unknownEffect, message, execution(send.channel))
    }

    private static func execution(_ channel: String, subscribers: Int64? = nil) -> Execution {
        var execution = Execution(.channel)
        (execution.channel, execution.subscribers) = (channel, subscribers)
        return execution
    }
}
