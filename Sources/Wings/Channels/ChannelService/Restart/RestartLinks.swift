import ChannelRules
import Contract
import HostSystem
import Routing
import Serving

/// The links in memory that outlive a restart: those of channels that are not durable, and whose senders do not wait.
///
///     an earlier run → takeBack → wait for a table → the channels → leave → the next run
///
/// *Owner/thread*: the loop's thread.
final class RestartLinks {
    private let channels: ChannelRunner
    private unowned let server: Server
    private let log: Log
    /// Links that wait for a table, or for their package.
    private var unplaced: [LeftLink] = []
    /// What `leave` has found: those that fit, and the others.
    private var (left, overflow): ([Leaving], [Leaving]) = ([], [])

    /// A link that goes.
    private struct Leaving {
        let send: HeldSend
        let link: LeftLink
    }

    init(_ channels: ChannelRunner, of server: Server) {
        (self.channels, self.server, log) = (channels, server, server.log)
    }

    // MARK: From an earlier run

    /// Takes up what an earlier run has left.
    func takeBack(_ bytes: [UInt8]) {
        do throws(LeftLinks.Fault) {
            let found = try LeftLinks.links(bytes)
            log.notice(
                "held links of the run before taken up",
                ["links": "\(found.links.count)", "unreadable": "\(found.unreadableCount)"])
            unplaced += found.links
            tableDidChange()
        } catch {
            log.error("held links of the run before lost", ["error": "\(error)"])
        }
    }

    /// Hands the links that waited for a table to their channels; those of a package that is left out go on waiting.
    func tableDidChange() {
        guard server.snapshot.hasTable, !unplaced.isEmpty else { return }
        let nowNs = HostClock.monotonicNs
        for link in unplaced.released() {
            if server.snapshot.ruleset.isLeftOut(channel: link.link.description.channel) {
                unplaced.append(link)
            } else {
                channels.restore(link.kept(atNs: nowNs), keeper: nil)
            }
        }
    }

    // MARK: To the next run

    /// The bytes of the links that wait; nil where none does.
    func leave() -> [UInt8]? {
        let all = leaving()
        let (bytes, count) = LeftLinks.bytes(all.map(\.link), limit: Limits.restartBytes)
        (left, overflow) = (Array(all[..<count]), Array(all[count...]))
        return left.isEmpty ? nil : bytes
    }

    /// Notes what became of them; those that the next run does not get end here.
    func didLeave(_ isLeft: Bool) {
        if !isLeft, left.isEmpty, overflow.isEmpty { overflow = leaving() }
        if isLeft {
            log.notice("held links given to the next run", ["links": "\(left.count)"])
        } else {
            overflow = left + overflow
        }
        guard !overflow.isEmpty else { return }
        log.warning("held links end with this run", ["links": "\(overflow.count)"])
        for link in overflow { channels.giveUp(link.send, wasTold: link.link.wasTold) }
    }

    private func leaving() -> [Leaving] {
        let nowNs = HostClock.monotonicNs
        let waiting = unplaced.map {
            Leaving(send: HeldSend($0.link, wasTold: $0.wasTold, keeper: nil, nowNs: nowNs), link: $0)
        }
        return waiting
            + channels.linksLeft().map { send, held in
                Leaving(send: send, link: LeftLink(send, held, owner: channels.owner(held.sent.user)))
            }
    }
}
