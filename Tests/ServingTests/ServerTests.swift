import Contract
import EventLoop
import Features
import Foundation
import Glibc
import HostSystem
import Routing
import Tables
import TestSupport
import TestTables
import Testing

@testable import ExecService
@testable import Serving

/// A server on a loop, with one client at the other end of a socket pair.
@Suite struct ServerTests {
    private static let tenMinutesNs: Int64 = 600_000_000_000

    /// Runs a server until nothing is left on its loop.
    private func withServer(
        table: String = SampleTable.text, clock: @escaping () -> Int64 = { HostClock.monotonicNs },
        _ body: (Server, Loop, _ client: Int32) throws -> Void
    ) throws {
        let loop = try Loop()
        let server = try Server(
            loop: loop, ruleset: try SampleTable.load(table), facts: Facts(),
            source: TableSource(.files([]), purpose: .serving(allowsPrograms: true)), environment: [:],
            log: Log(), services: .ofAllWings, clock: clock)
        var ends: [Int32] = [-1, -1]
        #expect(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        defer { Glibc.close(ends[0]) }
        server.serve(try UnixStream(loop: loop, adopting: ends[1]), socket: nil)
        try body(server, loop, ends[0])
        loop.run()
        server.close()
        loop.run()
        try loop.close()
    }

    @Test func `a connection without a call under way is closed after ten minutes of silence`() throws {
        try withServer { server, _, _ in
            let now = HostClock.monotonicNs
            server.closeIdle(nowNs: now + Self.tenMinutesNs - 1_000_000_000)
            #expect(server.status(for: Caller(uid: 0), ownCalls: 0).connections == 1)
            server.closeIdle(nowNs: now + Self.tenMinutesNs + 1_000_000_000)
        }
    }

    @Test func `a connection whose watch has ended has ten minutes again`() throws {
        try withServer { server, loop, client in
            let call = Array(#"{"method":"io.deeplinkd.Features.Watch","more":true}"#.utf8) + [0]
            #expect(unsafe write(client, call, call.count) == call.count)
            let timer = Box<EventLoop.Timer?>(nil)
            timer.value = try EventLoop.Timer(loop: loop) {
                guard let session = server.connections.sessions.values.first, session.isStreaming else { return }
                timer.value?.close()
                // The watch has lasted for an hour, and ends.
                session.lastActivityNs -= 6 * Self.tenMinutesNs
                session.endStream()
                server.closeIdle(nowNs: HostClock.monotonicNs + Self.tenMinutesNs - 1_000_000_000)
                #expect(server.status(for: Caller(uid: 0), ownCalls: 0).connections == 1)
                server.shutDown {}
            }
            timer.value?.start(after: .zero, repeatingEvery: .milliseconds(5))
        }
    }

    @Test func `a connection with a call under way is not closed, however long it takes`() throws {
        let table = SampleTable.text.replacingOccurrences(of: "respond hello", with: "exec /bin/sleep 60")
        try withServer(table: table) { server, loop, client in
            let call = Array(#"{"method":"io.deeplinkd.Dispatch.Open","parameters":{"url":"t://say"}}"#.utf8) + [0]
            #expect(unsafe write(client, call, call.count) == call.count)
            // Nothing on the loop tells that a program was started.
            let timer = Box<EventLoop.Timer?>(nil)
            timer.value = try EventLoop.Timer(loop: loop) {
                guard server.services.contains(where: { ($0 as? ExecService)?.programs.count == 1 }) else { return }
                server.closeIdle(nowNs: HostClock.monotonicNs + Self.tenMinutesNs + 1_000_000_000)
                #expect(server.status(for: Caller(uid: 0), ownCalls: 0).connections == 1)
                server.shutDown {}
                timer.value?.close()
            }
            timer.value?.start(after: .zero, repeatingEvery: .milliseconds(5))
        }
    }

    @Test func `a server that shuts down takes no more connections`() throws {
        try withServer { server, loop, _ in
            server.shutDown {}
            var ends: [Int32] = [-1, -1]
            #expect(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
            server.serve(try UnixStream(loop: loop, adopting: ends[1]), socket: nil)
            var byte: UInt8 = 0
            loop.run()
            #expect(unsafe read(ends[0], &byte, 1) == 0)
            Glibc.close(ends[0])
        }
    }

    // MARK: Bindings

    @Test func `a binding that is performed too late is forgotten, and says so over the socket`() throws {
        let late = Box<Int64>(0)
        let replies = Box<[String]>([])
        try withServer(clock: { HostClock.monotonicNs + late.value }) { server, loop, client in
            func send(_ text: String) {
                let call = Array(text.utf8) + [0]
                #expect(unsafe write(client, call, call.count) == call.count)
            }
            send(#"{"method":"io.deeplinkd.Dispatch.Verify","parameters":{"url":"t://say"}}"#)
            let timer = Box<EventLoop.Timer?>(nil)
            timer.value = try EventLoop.Timer(loop: loop) {
                var bytes = [UInt8](repeating: 0, count: 65536)
                let count = unsafe recv(client, &bytes, bytes.count, Int32(MSG_DONTWAIT))
                guard count > 0 else { return }
                replies.value.append(String(decoding: bytes[..<(count - 1)], as: UTF8.self))
                if replies.value.count == 1, let binding = Self.binding(in: replies.value[0]) {
                    late.value = 30_000_000_000
                    send(#"{"method":"io.deeplinkd.Dispatch.Perform","parameters":{"binding":"\#(binding)"}}"#)
                } else {
                    timer.value?.close()
                    server.shutDown {}
                }
            }
            timer.value?.start(after: .zero, repeatingEvery: .milliseconds(5))
        }
        #expect(replies.value.count == 2)
        #expect(replies.value.last?.contains(#""code":"rejected.binding.unknown""#) == true)
        #expect(replies.value.last?.contains("not performed in time") == true)
    }

    @Test func `a binding that is verified for a connection that has gone is not kept`() throws {
        try withStateFolder { folder in
            let path = folder + "/flags"
            let table = SampleTable.text.replacingOccurrences(
                of: "feature F {", with: "feature F {\nrequire runtime from varlink unix:\(path) x.y.Get\n")
            try #require(table != SampleTable.text)
            let held = Box<[Int]>([])
            try withServer(table: table) { server, loop, client in
                // A service that takes the question and says yes only after the client has gone.
                let asked = Box<UnixStream?>(nil)
                let service = try UnixListener(loop: loop, path: path, mode: 0o600) { stream in
                    asked.value = stream
                    stream.startReading({ _ in }, onEnd: {})
                }
                // More answers than a socket holds are on their way, so the end of the client is noticed at once.
                let description =
                    Array(
                        #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"io.deeplinkd.Monitor"}}"#
                            .utf8) + [0]
                let verify =
                    Array(#"{"method":"io.deeplinkd.Dispatch.Verify","parameters":{"url":"t://say"}}"#.utf8) + [0]
                let calls = Array(repeatElement(description, count: 100).joined()) + verify
                #expect(unsafe write(client, calls, calls.count) == calls.count)
                let timer = Box<EventLoop.Timer?>(nil)
                timer.value = try EventLoop.Timer(loop: loop) {
                    guard let service = asked.value else { return }
                    if held.value.isEmpty {
                        held.value.append(server.bindings.count)
                        _ = shutdown(client, Int32(SHUT_RDWR))
                    } else if server.status(for: Caller(uid: 0), ownCalls: 0).connections == 0 {
                        timer.value?.close()
                        service.write(Array(#"{"parameters":{"on":true}}"#.utf8) + [0])
                        let end = Box<EventLoop.Timer?>(nil)
                        end.value = try? EventLoop.Timer(loop: loop) {
                            held.value.append(server.bindings.count)
                            end.value?.close()
                            service.close()
                            server.shutDown {}
                        }
                        end.value?.start(after: .milliseconds(50))
                    }
                }
                timer.value?.start(after: .zero, repeatingEvery: .milliseconds(5))
                _ = service
                let closing = Box<EventLoop.Timer?>(nil)
                closing.value = try EventLoop.Timer(loop: loop) {
                    guard held.value.count == 2 else { return }
                    service.close()
                    closing.value?.close()
                }
                closing.value?.start(after: .zero, repeatingEvery: .milliseconds(5))
            }
            #expect(held.value == [0, 0])
        }
    }

    // MARK: Turns

    @Test func `a client with one call is served between those of a client with a thousand`() throws {
        let (before, after) = (Box(0), Box(0))
        try withServer { server, loop, client in
            let call = Array(#"{"method":"org.varlink.service.GetInfo"}"#.utf8) + [0]
            let calls = Array(repeatElement(call, count: 1000).joined())
            #expect(unsafe write(client, calls, calls.count) == calls.count)
            var ends: [Int32] = [-1, -1]
            #expect(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
            server.serve(try UnixStream(loop: loop, adopting: ends[1]), socket: nil)
            #expect(unsafe write(ends[0], call, call.count) == call.count)
            // Both clients read on the server's own loop, so what one has by the time of the other's answer is exact.
            let flooding = try UnixStream(loop: loop, adopting: dup(client))
            flooding.startReading(
                { bytes in
                    for index in bytes.indices where bytes[index] == 0 { after.value += 1 }
                    if after.value == 1000 { server.shutDown {} }
                }, onEnd: { flooding.close() })
            let single = try UnixStream(loop: loop, adopting: ends[0])
            single.startReading({ _ in before.value = after.value }, onEnd: { single.close() })
        }
        #expect(after.value == 1000)
        #expect(before.value <= 200, "at most the turns of one slice came before it")
    }

    private static func binding(in reply: String) -> String? {
        let object = try? JSONSerialization.jsonObject(with: Data(reply.utf8)) as? [String: Any]
        return (object?["parameters"] as? [String: Any])?["binding"] as? String
    }

    // MARK: The audience

    @Test(arguments: [
        (Caller(uid: 0, origin: .elsewhere), true), (Caller(uid: HostFacts.userID, origin: .elsewhere), true),
        (Caller(uid: HostFacts.userID, origin: .action), false), (Caller(uid: 54_321), false),
        (Caller(uid: 54_321, gids: [1, 7]), false), (Caller(uid: 54_321, gids: [1, 4242]), true),
    ])
    func `an operator is root, the daemon's own user, or a member of an operator group, and no action's program`(
        caller: Caller, isOperator: Bool
    ) throws {
        var environment = LoadEnvironment()
        environment.groupID = { $0 == "ops" ? 4242 : nil }
        let text = "operator group ops\noperator group absent\n" + SampleTable.text
        let file = TableFile(name: "t", bytes: Array(text.utf8))
        let ruleset = try #require(RulesetLoader.load(file, environment: environment).ruleset)
        let server = try Server(
            loop: try Loop(), ruleset: ruleset, facts: Facts(),
            source: TableSource(.files([]), purpose: .serving(allowsPrograms: true)), environment: [:],
            log: Log(), services: .ofAllWings)
        for method in Interface.all.flatMap(\.methods) {
            #expect(server.callers.mayCall(method, caller: caller) == (isOperator || method.audience == .anyone))
        }
    }

    @Test func `every method has one handler, and every kind of action of a wing one performer`() throws {
        let server = try Server(
            loop: try Loop(), ruleset: SampleTable.load(), facts: Facts(),
            source: TableSource(.files([]), purpose: .serving(allowsPrograms: true)), environment: [:],
            log: Log(), services: .ofAllWings)
        let handled = server.makeHandlers().map { $0.method.name }
        #expect(handled.sorted() == Interface.all.flatMap(\.methods).map { $0.name }.sorted())
        let kinds = WingList.ofAllWings.wings.flatMap { $0.performers }
        #expect(server.services.flatMap { $0.performers }.count == kinds.count)
    }
}
