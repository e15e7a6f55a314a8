// One link of a durable channel, from its acceptance to its end, across restarts of the daemon.
//
//     received    the row of the link, and `ok.accepted` as the outcome of its key      then held, or answered
//     told        that an app is told of it, unless the channel redelivers links        then told
//     ended       the row is gone, and the last outcome is that of its key              then answered
//
// Where the ledger cannot be written no link is accepted. Those that wait are handed over all the same, unless the channel
// has `redeliver no`. On a full disk the ends of links take the room that is kept for them; on any other an acknowledgement
// is answered when the ledger is back. Until then the daemon has it in its memory.

import ChannelRules
import Contract
import Features
import Ledger
import Routing
import Serving

/// Keeps one link of a durable channel in the ledger.
///
/// *Owner/thread*: the loop's thread.
final class DurableSend: LinkKeeper {
    let draft: OutcomeDraft
    let caller: Caller
    private let key: IdempotencyKey?
    private let links: DurableLinks
    /// Nil until it is received.
    private(set) var link: DurableLink?
    /// Whether the next answer is the last word on it.
    private(set) var isOver = false
    private var isEnded = false
    private var waiting: [() -> Void] = []

    /// Makes the keeper of a link that is about to be sent.
    init(_ draft: OutcomeDraft, _ caller: Caller, key: IdempotencyKey?, links: DurableLinks) {
        (self.draft, self.caller, self.key, self.links) = (draft, caller, key, links)
    }

    /// Makes the keeper of a link that the ledger holds.
    init(_ link: DurableLink, links: DurableLinks) {
        let about = link.description
        draft = OutcomeDraft(
            url: about.url, route: about.route, feature: about.feature, action: link.action, inputs: link.inputs)
        (caller, key, self.links, self.link) = (link.caller, nil, links, link)
    }

    // MARK: Steps

    /// Writes down that the link was received.
    func receive(_ link: DurableLink, accepted: Performance, then: @escaping (RunningError?) -> Void) {
        let outcome = KeptOutcome.text(of: Outcome(accepted, of: draft)) ?? ""
        links.receive(link, key: key, outcome: outcome, self) { [self] error in
            if error == nil { self.link = link }
            then(error)
        }
    }

    /// Writes down that an app is told of the link.
    func noteTelling(then: @escaping () -> Void) {
        guard let about = link?.description else { return then() }
        links.write(.told(delivery: about.delivery), of: about.owner, onAttempt: {}, then: then)
    }

    /// Takes note that the link has ended.
    func linkDidEnd() { isOver = true }

    /// Records the outcome of a link whose sender does not wait, and writes it down.
    func takeEnd(_ performance: Performance) {
        let outcome = links.recorded(Outcome(performance, of: draft), caller)
        settle(performance.wasBegun ? outcome : nil) {}
    }

    /// Calls back when the end of the link is on the disk.
    func whenEnded(then: @escaping () -> Void) {
        if isEnded { then() } else { waiting.append(then) }
    }

    /// True once it was received.
    var hasLink: Bool { link != nil }

    /// Writes down an outcome, where it is the last word on the link; calls back after the first attempt.
    ///
    /// - Parameter outcome: nil where nothing was done.
    func settle(_ outcome: Outcome?, then: @escaping () -> Void) {
        guard isOver, let about = link?.description else { return then() }
        let step = LinkStep.ended(delivery: about.delivery, outcome: outcome.flatMap { KeptOutcome.text(of: $0) })
        links.write(step, of: about.owner, onAttempt: then) { [self] in
            isEnded = true
            links.forget(about.delivery)
            for done in waiting.released() { done() }
        }
    }
}
