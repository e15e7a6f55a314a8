import ChannelRules
import Contract
import Features
import HostSystem
import Ledger
import Routing
import Serving

/// The links of durable channels that are in the ledger, or on their way to it.
///
/// *Owner/thread*: the loop's thread.
final class DurableLinks {
    private let ledger: LedgerQueue?
    private let channels: ChannelRunner
    private unowned let server: Server
    private let log: Log
    /// The links that this run knows of, by their deliveries, until their ends are on the disk.
    private var known: [String: DurableSend] = [:]
    /// Links that wait for a table, or for their package, as they were when the ledger was read.
    private var unplaced: [KeptLink] = []
    /// When that was.
    ///
    /// *Units*: nanoseconds on the monotonic clock.
    private var readNs: Int64 = 0

    init(_ channels: ChannelRunner, of server: Server) {
        (self.channels, self.server, ledger, log) = (channels, server, server.facts.ledger, server.log)
        ledger?.onKept = { [unowned self] in take($0[KeptLinks.self]) }
    }

    // MARK: Steps

    /// Writes down that a link was received; gives why it cannot be kept.
    func receive(
        _ link: DurableLink, key: IdempotencyKey?, outcome: String, _ send: DurableSend,
        then: @escaping (RunningError?) -> Void
    ) {
        let about = link.description
        guard let ledger else {
            let reason = "this daemon has no ledger; start it with `--state-dir DIRECTORY`"
            return then(Self.notKept(about.channel, reason))
        }
        known[about.delivery] = send
        ledger.write(LinkStep.received(link, key: key, outcome: outcome), of: about.owner) { [self] error in
            guard let error else { return then(nil) }
            known[about.delivery] = nil
            let audience = server.callers.audience(of: link.caller)
            guard error == .tooManyLinkBytes(limit: Limits.durableLinkBytesPerUser) else {
                let reason = "\(error.sentence(for: audience)) (\(error.code(for: audience)))"
                return then(Self.notKept(about.channel, reason))
            }
            var execution = Execution(.channel)
            execution.channel = about.channel
            let sentence = "\(error)"
            then(
                RunningError(
                    .failedChannelFull, sentence.prefix(1).uppercased() + sentence.dropFirst() + ".", execution
                ))
        }
    }

    private static func notKept(_ channel: String, _ reason: String) -> RunningError {
        var execution = Execution(.channel)
        execution.channel = channel
        let message = "The channel \(channel) is durable, and the link cannot be kept on the disk: \(reason)."
        return RunningError(.failedChannelNotKept, message, execution)
    }

    /// Writes down a step, again if the ledger could not be used.
    ///
    /// - Parameters:
    ///   - onAttempt: called after the first attempt.
    ///   - then: called when it is on the disk.
    func write(
        _ step: LinkStep, of user: UInt32, onAttempt: @escaping () -> Void, then: @escaping () -> Void
    ) {
        guard let ledger else { return onAttempt() }
        var isFirst = true
        ledger.writeSurely(step, of: user) { [log] error in
            if let error {
                log.error(
                    error.isAboutRequest ? "step of a link not kept" : "step of a link not kept yet",
                    ["code": error.code, "reason": "\(error)"])
            }
            // A step that is refused is about a link that the ledger does not hold.
            if error?.isAboutRequest ?? true { then() }
            if isFirst { onAttempt() }
            isFirst = false
        }
    }

    /// Names and notes an outcome.
    func recorded(_ outcome: consuming Outcome, _ caller: Caller) -> Outcome { server.recorded(outcome, caller) }

    /// Forgets a link whose end is on the disk.
    func forget(_ delivery: String) { known[delivery] = nil }

    // MARK: The links of earlier runs

    /// Takes up what a ledger holds that was opened.
    private func take(_ kept: KeptLinks) {
        readNs = HostClock.monotonicNs
        unplaced = kept.links.filter { known[$0.link.description.delivery] == nil }
        if !unplaced.isEmpty || kept.unreadableCount > 0 {
            log.notice(
                "links of durable channels read",
                ["links": "\(unplaced.count)", "unreadable": "\(kept.unreadableCount)"])
        }
        tableDidChange()
    }

    /// Takes up the links that waited for a table, if one is in force; those of a package that is left out go on waiting.
    func tableDidChange() {
        guard server.snapshot.hasTable else { return }
        let waited = Duration.nanoseconds(HostClock.monotonicNs - readNs)
        for kept in unplaced.released() {
            guard kept.isOfThisRun || !server.snapshot.ruleset.isLeftOut(channel: kept.link.description.channel) else {
                unplaced.append(kept)
                continue
            }
            let send = DurableSend(kept.link, links: self)
            known[kept.link.description.delivery] = send
            if kept.isOfThisRun {
                // Its sender was answered that it was not accepted, and yet it was written.
                send.linkDidEnd()
                send.settle(nil) {}
            } else {
                channels.restore(kept.after(waited), keeper: send)
            }
        }
    }
}
