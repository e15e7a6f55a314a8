import Contract
import EventLoop
import Features
import Foundation
import Glibc
import Ledger
import TestSupport
import Testing

@testable import PurchaseRules
@testable import Serving

/// Timers that all users share fire on time, however often one user causes the event that starts them.
@Suite struct SteadyEventsTests {
    private static let table = """
        scheme t
        permission camera from file FOLDER/$(uid)
        product pro {
            trial 14d
        }
        feature F {
            require toggle off
            action say {
                respond hello
            }
            route say /say do say
        }
        feature G {
            require permission camera
            action see {
                respond
            }
            route see /see do see
        }
        """
    private static let (ann, bob): (UInt32, UInt32) = (7, 8)

    /// Runs a server while bob causes an event every few milliseconds.
    private func withServer(
        eachTime event: @escaping (Server, Loop) throws -> Void,
        _ body: (Server, Loop, _ folder: String, Watchdog) throws -> Void
    ) throws {
        try withStateFolder { folder in
            let loop = try Loop()
            let server = try makeServer(
                loop, Self.table.replacingOccurrences(of: "FOLDER", with: folder), state: nil)
            let steady = Box<EventLoop.Timer?>(nil)
            let watchdog = try Watchdog(loop) {
                steady.value?.close()
                server.shutDown {}
            }
            steady.value = try EventLoop.Timer(loop: loop) {
                do { try event(server, loop) } catch { Issue.record(error) }
            }
            steady.value?.start(after: .zero, repeatingEvery: .milliseconds(5))
            try body(server, loop, folder, watchdog)
            loop.run()
            server.close()
            loop.run()
            try loop.close()
        }
    }

    private func setToggle(_ isOn: Bool, of uid: UInt32, _ server: Server) {
        server.facts.set(toggle: isOn, of: "F", for: .uid(uid), by: uid) { _ in }
    }

    /// An event: bob moves his own switch.
    private var movesOwnToggle: (Server, Loop) -> Void {
        let isOn = Box(false)
        return { server, _ in
            isOn.value.toggle()
            setToggle(isOn.value, of: Self.bob, server)
        }
    }

    /// Connects a client of a user, and sends a call.
    private func call(
        _ method: String, as uid: UInt32, _ server: Server, _ loop: Loop, onReply: @escaping (String) -> Void = { _ in }
    ) throws -> UnixStream {
        var ends: [Int32] = [-1, -1]
        #expect(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        server.connections.admitConnection(
            try UnixStream(loop: loop, adopting: ends[1]), Caller(uid: uid), isOperator: false, for: server)
        let client = try UnixStream(loop: loop, adopting: ends[0])
        client.startReading(
            { bytes in onReply(String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)) },
            onEnd: { client.close() })
        client.write(Array(#"{"method":"io.deeplinkd.\#(method)","more":true}"#.utf8) + [0])
        return client
    }

    @Test func `a request that waits is performed soon while another user's switch moves all the time`() throws {
        try withServer(eachTime: movesOwnToggle) { server, _, _, watchdog in
            var request = LinkRequest(Target(url: "t://say"), caller: Caller(uid: Self.ann), subject: nil)
            request.wait = .seconds(600)
            PendingLink(request, .pass, of: server).begin { outcome, _ in
                #expect(outcome.code == .okPerformed)
                watchdog.finish()
            }
            setToggle(true, of: Self.ann, server)
        }
    }

    @Test func `a request whose time is over is cleared once more before it is answered`() throws {
        // The end comes before the facts that have moved are looked at.
        let waitMs = Limits.watchInterval.wholeMilliseconds / 5
        try withServer(eachTime: { _, _ in }) { server, _, _, watchdog in
            var request = LinkRequest(Target(url: "t://say"), caller: Caller(uid: Self.ann), subject: nil)
            request.wait = .milliseconds(waitMs)
            PendingLink(request, .pass, of: server).begin { outcome, _ in
                #expect(outcome.code == .okPerformed)
                watchdog.finish()
            }
            setToggle(true, of: Self.ann, server)
        }
    }

    @Test func `files are read again for one user's watch while another user begins watches all the time`() throws {
        let latest = Box<UnixStream?>(nil)
        try withServer { server, loop in
            latest.value?.close()
            latest.value = try call("Features.Watch", as: Self.bob, server, loop)
        } _: { server, loop, folder, watchdog in
            let path = folder + "/\(Self.ann)"
            try "denied".write(toFile: path, atomically: true, encoding: .utf8)
            let watcher = Box<UnixStream?>(nil)
            watcher.value = try call("Features.Watch", as: Self.ann, server, loop) { text in
                if text.contains("blocked.permission.denied") {
                    do {
                        try "authorized".write(toFile: path, atomically: true, encoding: .utf8)
                    } catch {
                        Issue.record(error)
                    }
                } else if text.contains(#""status":"available""#) {
                    for client in [watcher.value, latest.value] { client?.close() }
                    latest.value = nil
                    watchdog.finish()
                }
            }
        }
    }

    @Test(arguments: ["Features.Watch", "Purchases.Watch"])
    func `a watch of one user is told of a change while another user's switch moves all the time`(
        _ method: String
    ) throws {
        try withServer(eachTime: movesOwnToggle) { server, loop, _, watchdog in
            let (count, watcher) = (Box(0), Box<UnixStream?>(nil))
            watcher.value = try call(method, as: Self.ann, server, loop) { _ in
                count.value += 1
                guard count.value < 3 else {
                    watcher.value?.close()
                    return watchdog.finish()
                }
                setToggle(count.value == 1, of: Self.ann, server)
                // The next answer of purchases takes a purchase that has changed.
                let bought = LedgerFact(
                    setting: .purchase("pro"), to: count.value == 1 ? .purchase(Purchase(.active)) : nil)
                server.facts.change(
                    bought, of: .uid(Self.ann), Author(uid: 0, method: "test"), isKeptInMemory: true
                ) { _ in }
            }
        }
    }
}
