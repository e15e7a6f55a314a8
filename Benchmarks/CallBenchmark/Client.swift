import BenchmarkSupport
import Contract
import EventLoop
import Glibc
import HostSystem
import Varlink

/// A client whose server is on the same loop, at the other end of a pair of sockets.
///
/// *Owner/thread*: the loop's thread.
final class Client {
    private let loop: Loop
    private let stream: UnixStream
    private let frames = FrameDecoder(limit: Limits.answerBytes)
    private var awaitedCount = 0
    /// Takes each reply without its NUL; for checks alone.
    private var onReply: ((Span<UInt8>) -> Void)?

    /// - Parameter serve: serves the other end.
    init(_ loop: Loop, serve: (UnixStream) -> Void) throws(LoopError) {
        self.loop = loop
        var ends: [Int32] = [-1, -1]
        try systemCall("socketpair", to: "connect a client") {
            unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
        }
        stream = try UnixStream(loop: loop, adopting: ends[0])
        serve(try UnixStream(loop: loop, adopting: ends[1]))
        stream.startReading({ [unowned self] in didRead($0) }, onEnd: {})
    }

    /// Sends calls together, and returns when they are answered.
    func exchange(_ calls: [UInt8], count: Int) {
        awaitedCount = count
        stream.writeAtOnce(calls.span)
        loop.run()
    }

    /// The reply to one call, as text.
    func reply(to call: [UInt8]) -> String {
        var text = ""
        onReply = { reply in text = String(decoding: reply.indices.map { reply[$0] }, as: UTF8.self) }
        exchange(call, count: 1)
        onReply = nil
        return text
    }

    private func didRead(_ bytes: Span<UInt8>) {
        frames.append(bytes)
        do {
            while !frames.isUsedUp(), let range = try frames.next() {
                awaitedCount -= 1
                if let onReply { onReply(frames.bytes.span.extracting(range)) }
            }
        } catch {
            fatalError("a reply is too long: \(error)")
        }
        if awaitedCount == 0 { loop.stop() }
    }
}

extension Benchmark {
    /// Measures equal calls that are sent sixteen at a time, as many as a turn serves.
    ///
    /// - Parameter answer: a part of every reply.
    mutating func measure(
        _ name: String, _ call: [UInt8], by client: Client, answer: String, limit: Double, allocations: Double
    ) {
        let reply = client.reply(to: call)
        guard reply.contains(answer) else { fatalError("\(name): \(reply)") }
        let count = Limits.callsPerTurn
        let calls = Array(repeatElement(call, count: count).joined())
        measure(name, operations: count, limit: limit, allocations: allocations) {
            client.exchange(calls, count: count)
        }
    }
}
