import Contract
import EventLoop
import Features
import Glibc
import TestSupport
import Testing

@testable import Serving

/// To pass a link on to many subscribers is the work of the user who sent it.
@Suite struct FanOutTurnsTests {
    private static let table = """
        scheme t
        channel news {
            kind plain
            subscribe user carol
        }
        feature F {
            action news {
                channel news
            }
            route news /news do news
        }
        """
    private static let (ann, bob, carol): (UInt32, UInt32, UInt32) = (7, 8, 9)
    private static let subscribers = 15

    /// Connects a client of a user; the credentials of a socket pair are always those of this process.
    private func connect(as uid: UInt32, to server: Server, _ loop: Loop) throws -> UnixStream {
        var ends: [Int32] = [-1, -1]
        #expect(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        server.connections.admitConnection(
            try UnixStream(loop: loop, adopting: ends[1]), Caller(uid: uid), isOperator: false, for: server)
        return try UnixStream(loop: loop, adopting: ends[0])
    }

    /// Whether a connection of a user waits for its turn.
    private func waits(_ uid: UInt32, _ server: Server) -> Bool { server.connections.users[uid]?.line.isEmpty == false }

    @Test func `a link that goes to many subscribers takes turns of its sender, and not of their user`() throws {
        let loop = try Loop()
        let server = try makeServer(loop, Self.table, users: ["carol": Self.carol], state: nil)
        let answers = Box(0)
        let watchdog = try Watchdog(loop) { server.shutDown {} }
        func open(as uid: UInt32) {
            server.open("t://news", for: Caller(uid: uid)) { #expect($0.code == .okDelivered) }
        }
        /// Called when every subscriber has had one more answer.
        func didAnswerAll(round: Int) {
            #expect(!waits(Self.ann, server) && !waits(Self.carol, server))
            switch round {
            case 1:
                open(as: Self.ann)
                #expect(waits(Self.ann, server) && !waits(Self.carol, server))
            case 2:
                // Without a connection bob has no turns.
                open(as: Self.bob)
                #expect(waits(Self.carol, server) && !waits(Self.ann, server))
            default: watchdog.finish()
            }
        }
        let sender = try connect(as: Self.ann, to: server, loop)
        sender.startReading({ _ in }, onEnd: { sender.close() })
        for _ in 0..<Self.subscribers {
            let subscriber = try connect(as: Self.carol, to: server, loop)
            subscriber.startReading(
                { bytes in
                    for index in bytes.indices where bytes[index] == 0 {
                        answers.value += 1
                        let (round, rest) = answers.value.quotientAndRemainder(dividingBy: Self.subscribers)
                        if rest == 0, round <= 3 { didAnswerAll(round: round) }
                    }
                }, onEnd: { subscriber.close() })
            let call = #"{"method":"io.deeplinkd.Channels.Subscribe","parameters":{"channel":"news"},"more":true}"#
            subscriber.write(Array(call.utf8) + [0])
        }
        loop.run()
        server.close()
        loop.run()
        try loop.close()
        #expect(answers.value >= 3 * Self.subscribers)
    }
}
