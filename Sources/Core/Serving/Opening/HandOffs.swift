// Links that were handed on a moment ago. A browser that gets a link may hand it to the desktop, which brings it here: the
// environment that counts hops is lost where a running browser or the message bus is asked. So a link of one user that comes
// back within two seconds is not handed on again:
//
//     handed on: anna, https://news.example/1          0 s
//     anna, https://news.example/1                     0.3 s    rejected.loop
//     anna, https://news.example/1                     2.1 s    handed on
//
// A link that fails to be handed on is forgotten, so that it can be tried again.

import Contract
import Features
import HostSystem
import Links
import Routing

/// The links of each user that were handed on a moment ago.
///
/// *Owner/thread*: the loop's thread.
struct HandOffs {
    private struct HandOff {
        let url: Int
        let endNs: Int64
    }

    private var recent: [UInt32: [HandOff]] = [:]
    /// *Units*: nanoseconds on the monotonic clock.
    private var sweptNs: Int64 = 0

    /// Notes a link that is handed on.
    ///
    /// Returns: false for one that comes back, or where so many were handed on that it may be one.
    mutating func add(_ url: String, of user: UInt32, nowNs: Int64) -> Bool {
        sweep(nowNs)
        let key = Self.key(url)
        var links = (recent[user] ?? []).filter { $0.endNs > nowNs }
        defer { recent[user] = links }
        guard links.count < Limits.recentHandOffs, !links.contains(where: { $0.url == key }) else { return false }
        links.append(HandOff(url: key, endNs: nowNs + Limits.handOffMemory.wholeNanoseconds))
        return true
    }

    /// Forgets a link that did not get anywhere.
    mutating func remove(_ url: String, of user: UInt32) {
        let key = Self.key(url)
        recent[user]?.removeAll { $0.url == key }
    }

    /// The hash of a link in the form that the URL standard gives it; a browser may hand on that form.
    private static func key(_ url: String) -> Int {
        var hasher = Hasher()
        hasher.combine(WebAddress(url)?.url ?? url)
        return hasher.finalize()
    }

    /// Forgets users without recent links, once in a while.
    private mutating func sweep(_ nowNs: Int64) {
        guard nowNs - sweptNs > Limits.handOffMemory.wholeNanoseconds else { return }
        sweptNs = nowNs
        recent = recent.filter { $0.value.contains { $0.endNs > nowNs } }
    }
}

extension PendingLink {
    /// Hands on a link that is none of the table's, unless it was handed on a moment ago, or too often.
    ///
    /// Returns: false where it is answered instead.
    func mayHandOn(_ url: String, _ link: borrowing ClearedLink) -> Bool {
        if handedOn != nil { return true }
        let user = server.user(of: request.caller)
        guard request.trail.mayGoOn, server.handOffs.add(url, of: user, nowNs: HostClock.monotonicNs) else {
            let outcome = Outcome(wouldPerform: link.draft(in: server.snapshot.ruleset))
            end(Outcome(RequestError.tooManyHops, insteadOf: outcome))
            return false
        }
        handedOn = url
        return true
    }

    /// Says in the outcome that the link was handed on, if it was; one that was not can be tried again.
    func noteHandedOn(_ outcome: inout Outcome) {
        guard let url = handedOn else { return }
        outcome.noteHandedOn()
        if ![.ok, .unknown].contains(outcome.code.outcomeClass) {
            server.handOffs.remove(url, of: server.user(of: request.caller))
        }
    }
}
