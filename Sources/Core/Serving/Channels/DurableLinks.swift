import ChannelRules
import Contract
import Features
import HostSystem
import Ledger
import Running

/// The links of durable channels that are in the ledger, or on their way to it.
///
/// *Owner/thread*: the loop's thread.
final class DurableLinks {
    private let ledger: LedgerQueue?
    private let channels: ChannelRunner
    private var callers: CallerRules
    private let log: Log
    /// Names and notes an outcome.
    var recorded: (consuming Outcome, Caller) -> Outcome = { outcome, _ in outcome }
    /// The links that this run knows of, by their deliveries, until their ends are on the disk.
    private var known: [String: DurableSend] = [:]
    /// Links that wait for a table, or for their package, as they were when the ledger was read.
    private var unplaced: [KeptLink] = []
    /// When that was.
    ///
    /// *Units*: nanoseconds on the monotonic clock.
    private var readNs: Int64 = 0
    private var hasTable: Bool
    /// Whether the package of a channel is left out: its links wait until it is in force again.
    private var isLeftOut: (_ channel: String) -> Bool

    init(
        _ ledger: LedgerQueue?, _ channels: ChannelRunner, _ callers: CallerRules, hasTable: Bool,
        isLeftOut: @escaping (_ channel: String) -> Bool, log: Log
    ) {
        (self.ledger, self.channels, self.hasTable) = (ledger, channels, hasTable)
        self.isLeftOut = isLeftOut
        (self.callers, self.log) = (callers, log)
        ledger?.onLinks = { [unowned self] in take($0) }
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
        ledger.write(.received(link, key: key, outcome: outcome), of: about.owner) { [self] error in
            guard let error else { return then(nil) }
            known[about.delivery] = nil
            let audience = callers.audience(of: link.caller)
            guard case .tooManyLinkBytes = error else {
                let reason = "\(error.sentence(for: audience)) (\(error.code(for: audience)))"
                return then(Self.notKept(about.channel, reason))
            }
            var execution = Execution(.channel)
            execution.channel = about.channel
            let sentence = "\(error)"
            then(
                .other(
                    .failedChannelFull, message: sentence.prefix(1).uppercased() + sentence.dropFirst() + ".", execution
                ))
        }
    }

    private static func notKept(_ channel: String, _ reason: String) -> RunningError {
        var execution = Execution(.channel)
        execution.channel = channel
        let message = "The channel \(channel) is durable, and the link cannot be kept on the disk: \(reason)."
        return .other(.failedChannelNotKept, message: message, execution)
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
        place()
    }

    /// Takes note that a table is in force, and of who may do what by it.
    func tableDidChange(_ callers: CallerRules, isLeftOut: @escaping (_ channel: String) -> Bool) {
        (hasTable, self.callers, self.isLeftOut) = (true, callers, isLeftOut)
        place()
    }

    private func place() {
        guard hasTable else { return }
        let waited = Duration.nanoseconds(HostClock.monotonicNs - readNs)
        for kept in unplaced.released() {
            guard kept.isOfThisRun || !isLeftOut(kept.link.description.channel) else {
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
