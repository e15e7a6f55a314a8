// The methods of io.deeplinkd.Channels, and the gate before a held link is handed over.
//
// A link is verified when it is sent. One that waited is verified again, against the table and the facts that are in force
// when an app would get it: a switch may have gone off meanwhile, or an input may have another type. What refuses it then is
// the outcome of its sender.

import ChannelRules
import ChannelWire
import Conf
import Contract
import FactSources
import Features
import Routing
import Serving

/// The channels as calls use them.
///
/// *Owner/thread*: the loop's thread.
struct ChannelCalls {
    let service: ChannelService
    private var server: Server { service.server }

    /// Those of io.deeplinkd.Channels.
    var handlers: [Handler] { [Handler(subscribe), Handler(acknowledge), Handler(list), Handler(clear)] }

    /// The name of a channel by that name, or by its name without the package where that is unique among those that the
    /// caller is told of; the given text where no channel has it.
    private func name(of channel: String, for caller: Caller) -> String {
        let ruleset = server.snapshot.ruleset
        guard ruleset.channels[channel] == nil else { return channel }
        let names = ruleset.channelNames(for: server.callers.audience(of: caller)).filter {
            $0.hasSuffix(":" + channel)
        }
        return names.count == 1 ? names[0] : channel
    }

    private var channels: ChannelRunner { service.channels }

    /// Answers a call with the links of a channel.
    private func subscribe(_ call: ServedCall<SubscribeToChannel>) {
        // The streams that were there have ended; one more would keep the daemon.
        guard !server.isShuttingDown else { return call.reply(SubscriptionEnded(code: "shutdown")) }
        let channel = name(of: call.request.channel, for: call.caller)
        let stream = ChannelStream(channel, call.session, of: service)
        do throws(SubscriptionError) {
            try stream.begin(after: call.request.after)
            call.session.answer(with: stream)
            call.session.goOn()
        } catch {
            switch error {
            case .noChannel: call.reply(noChannel(channel, for: call.caller))
            case .tooMany(let limit): call.reply(TooManySubscriptions(limit: Int64(limit)))
            }
        }
    }

    /// Takes what a subscriber says of a link that it was told of.
    private func acknowledge(_ call: ServedCall<AcknowledgeLink>) {
        let result: Acknowledgement =
            switch call.request.result {
            case .performed: .performed
            case .failed: .failed(reason: (call.request.reason ?? "").cut(toBytes: Limits.acknowledgementReason))
            }
        channels.acknowledge(call.request.delivery, result, user: call.caller.uid) { taken in
            switch taken {
            case .success: call.reply(EmptyAnswer())
            case .failure(.unknownDelivery): call.reply(BareError.unknownDelivery)
            }
        }
    }

    /// The channels of the table in force that the caller is told of, with the counts of its links.
    private func list(_ call: ServedCall<ListChannels>) -> any Reply {
        let ruleset = server.snapshot.ruleset
        let names = ruleset.channelNames(for: server.callers.audience(of: call.caller))
        let reports = names.compactMap { ruleset.channels[$0] }.map { channel in
            let counts = channels.counts(of: channel.name, user: call.caller.uid)
            return ChannelReport {
                ($0.name, $0.kind, $0.isDurable) = (channel.name, channel.rules.kind.rawValue, channel.isDurable)
                ($0.hearsAll, $0.hearers) = (channel.hearsAll(call.caller), channel.hearers.map(\.description))
                ($0.subscribers, $0.waiting, $0.kept) = (counts.subscribers, counts.waiting, counts.kept)
            }
        }
        return ListChannels.Answer { $0.channels = reports }
    }

    /// Removes the links that a channel keeps of the caller, or of the user that an operator names.
    private func clear(_ call: ServedCall<ClearChannel>) throws(ParameterError) -> any Reply {
        let channel = name(of: call.request.channel, for: call.caller)
        let subject = try server.callers.subject(call.request.subject, for: call.caller) ?? call.caller.subject
        guard subject == call.caller.subject || server.callers.isOperator(call.caller) else { throw .notDelegated }
        guard case .uid(let user) = subject else { throw .invalid(.subject) }
        guard server.snapshot.ruleset.channels[channel] != nil else { return noChannel(channel, for: call.caller) }
        return ClearChannel.Answer { $0.cleared = channels.clear(channel, user: user) }
    }

    private func noChannel(_ name: String, for caller: Caller) -> NoChannel {
        let names = server.snapshot.ruleset.channelNames(for: server.callers.audience(of: caller))
        return NoChannel(nearest: Suggestion.nearest(to: name, among: names))
    }

    // MARK: The gate before a held link

    /// Whether a held link may be handed over.
    enum Handover {
        case allowed
        case refused(Performance)
        /// The sources of the feature of that number must be asked first.
        case undecided(feature: Int)
    }

    /// Verifies the intake and the feature of a held link again, against what is in force now.
    ///
    /// - Parameter isSettled: whether sources were asked for it already.
    func handover(of send: HeldSend, isSettled: Bool) -> Handover {
        let (ruleset, facts) = (server.snapshot.ruleset, server.facts)
        let binding = ruleset.binding(ofAction: send.action, of: send.feature, sendingTo: send.channel)
        guard let binding else {
            let message =
                "In the table in force no action \(send.feature).\(send.action) sends to the channel \(send.channel)."
            return .refused(.failed(RunningError(.actionNotFound, message)))
        }
        if let input = ruleset.catalogue.actions[binding.action].misfit(among: send.inputs) {
            let message =
                "The table has changed since the link was sent: its value of `\(input)` is none for the action "
                + "\(send.feature).\(send.action) of the table in force."
            return .refused(.failed(RunningError(.inputInvalid, message)))
        }
        facts.advance()
        guard isSettled || facts.gathering.isReady(binding.feature, for: send.subject) else {
            return .undecided(feature: binding.feature)
        }
        for binding in [DeepLinkingFeature.performIncomingURL, binding] {
            let verification = server.snapshot.cache.verify(
                binding, inputs: [], in: ruleset.sharedCatalogue, caller: send.caller, subject: send.subject,
                tableRevision: ruleset.revision)
            // The person confirmed the link before it was sent, and everything else is met: its rank is the last.
            if case .refused(let refusal) = verification, refusal.code != .confirmationRequired {
                return .refused(.refused(refusal))
            }
        }
        return .allowed
    }
}

extension String {
    /// The text without what is past so many bytes, whole characters of Unicode.
    fileprivate func cut(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(startIndex, offsetBy: limit)
        while utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
