import ChannelRules
import Contract
import Features
package import Ledger
import Routing
package import Serving

/// The service of the wing Channels: channels, their subscribers, and the links that wait in them.
package final class ChannelService: WingService {
    package static let tables: [any LedgerTables.Type] = [LinkTables.self]
    package static let keptName: String? = "held-links"

    unowned let server: Server
    /// The channels and their subscribers; the server's runner has links sent to them.
    let channels: ChannelRunner
    /// The links that outlive the daemon.
    private let links: DurableLinks
    /// The links in memory that outlive a restart.
    private let restart: RestartLinks

    /// Makes the service of a server without a table.
    package init(_ server: Server) {
        self.server = server
        channels = ChannelRunner(loop: server.loop) { [subordinates = server.subordinates] in subordinates.owner(of: $0)
        }
        links = DurableLinks(channels, of: server)
        restart = RestartLinks(channels, of: server)
        channels.programs = { [unowned server] in server.programs }
        channels.makeKeeper = { [links] order, caller in
            DurableSend(order.draft, caller, key: order.key, links: links)
        }
        channels.onStartFailure = { [log = server.log] channel, error in
            log.warning("app of a channel not started", ["channel": channel, "error": error.message])
        }
        channels.onUnawaited = { [log = server.log] send, performance in
            log.info(
                .heldLinkEnded,
                [
                    "channel": send.channel, "action": "\(send.feature).\(send.action)",
                    "code": performance.code.rawValue, "uid": "\(send.caller.uid)",
                ])
        }
    }

    package var handlers: [Handler] { ChannelCalls(service: self).handlers }
    package var performers: [any ActionPerformer] { [channels] }

    /// Puts the channels of the table in force, and takes up links that waited for it.
    package func adopt() {
        let ruleset = server.snapshot.ruleset
        channels.adopt(ruleset.channels, suspending: ruleset.isLeftOut)
        links.tableDidChange()
        restart.tableDidChange()
    }

    package func takeBack(_ bytes: [UInt8]) { restart.takeBack(bytes) }
    package func keepOverRestart() -> [UInt8]? { restart.leave() }
    package func didKeep(_ isKept: Bool) { restart.didLeave(isKept) }

    /// Adds the numbers of each channel of the table.
    package func add(to metrics: inout MetricList) {
        let totals = server.snapshot.ruleset.channels.keys.sorted().map { ($0, channels.totals(of: $0)) }
        metrics.add(
            .gauge, "deeplinkd_channel_subscribers",
            totals.map { ([("channel", $0)], .count(Int64($1.subscribers))) }, "Subscriptions of a channel.")
        metrics.add(
            .gauge, "deeplinkd_channel_waiting_links",
            totals.map { ([("channel", $0)], .count(Int64($1.waiting))) },
            "Links of a held channel that no subscriber has acknowledged.")
    }

    /// Ends the timer of the channels.
    package func close() { channels.close() }
}

extension Performance {
    /// The code of the outcome that its sender would get.
    fileprivate var code: OutcomeCode {
        switch self {
        case .done(let code, _, _, _): code
        case .failed(let error): error.code
        case .refused(let refusal): refusal.code
        case .notBegun, .stopped: .failedCancelled
        case .answered, .answeredText, .launched, .ended: .okPerformed
        }
    }
}
