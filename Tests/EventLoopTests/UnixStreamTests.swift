import CLibUV
import EventLoop
import Glibc
import HostSystem
import TestSupport
import Testing

extension EventLoopTests {
    @Suite struct Streams {
        /// Two streams on one loop, connected to each other.
        private func pair(_ loop: Loop) throws -> (UnixStream, UnixStream) {
            let (one, other) = try socketPair()
            return (try UnixStream(loop: loop, adopting: one), try UnixStream(loop: loop, adopting: other))
        }

        @Test func `bytes go over a path and back, and each side has the other's credentials`() throws {
            try withScratch { directory in
                let path = directory + "/s"
                let answer = Box("")
                try onLoop { loop in
                    let listener = Box<UnixListener?>(nil)
                    listener.value = try UnixListener(loop: loop, path: path, mode: 0o600) { stream in
                        listener.value?.close()
                        #expect(stream.peer?.pid == getpid())
                        #expect(stream.peer?.uid == geteuid())
                        #expect(stream.peer?.gid == getegid())
                        stream.startReading({ stream.write($0) }, onEnd: { stream.close() })
                    }
                    let client = try UnixStream(loop: loop, connectingTo: path, patience: .seconds(5))
                    #expect(client.peer?.pid == getpid())
                    client.write(Array("ping".utf8))
                    client.startReading(
                        {
                            answer.value += text($0)
                            if answer.value == "ping" { client.close() }
                        }, onEnd: {})
                }
                #expect(answer.value == "ping")
            }
        }

        @Test func `the peer's groups are those of its process, also a hundred of them`() throws {
            #expect(try probe("groups") == "groups=100 same=true\n")
        }

        @Test func `the writes of one turn arrive as one`() throws {
            let reads = Box<[Int]>([])
            try onLoop { loop in
                let (one, other) = try pair(loop)
                other.startReading({ reads.value.append($0.count) }, onEnd: { other.close() })
                let timer = Box<Timer?>(nil)
                timer.value = try Timer(loop: loop) {
                    for _ in 0..<100 { one.write(Array(repeating: 1, count: 10)) }
                    one.closeWhenWritten()
                    #expect(one.write([1]) == false)
                    timer.value?.close()
                }
                timer.value?.start(after: .zero)
            }
            #expect(reads.value == [1000])
        }

        @Test func `a backlog is counted, and arrives in order`() throws {
            let sent = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
            let received = Box<[UInt8]>([])
            try onLoop { loop in
                let (one, other) = try pair(loop)
                other.startReading({ received.value.append(contentsOf: bytes($0)) }, onEnd: { other.close() })
                other.pause()
                one.write(sent)
                #expect(one.writeBacklogBytes == sent.count)
                one.closeWhenWritten()
                let timer = Box<Timer?>(nil)
                timer.value = try Timer(loop: loop) {
                    #expect((1..<sent.count).contains(one.writeBacklogBytes), "the kernel has taken some, and not all")
                    other.resume()
                    timer.value?.close()
                }
                timer.value?.start(after: .milliseconds(5))
            }
            #expect(received.value == sent)
        }

        @Test func `a producer continues when some of its backlog was sent`() throws {
            let (total, highest) = (Box(0), Box(0))
            try onLoop { loop in
                let (one, other) = try pair(loop)
                let chunk = [UInt8](repeating: 7, count: 10_000)
                let left = Box(200)
                let produce = {
                    while one.writeBacklogBytes < 100_000, left.value > 0 {
                        one.write(chunk)
                        left.value -= 1
                    }
                    highest.value = max(highest.value, one.writeBacklogBytes)
                    if left.value == 0 { one.closeWhenWritten() }
                }
                one.onSent = produce
                other.startReading({ total.value += $0.count }, onEnd: { other.close() })
                produce()
            }
            #expect(total.value == 2_000_000)
            #expect((100_000...110_000).contains(highest.value))
        }

        @Test func `a busy stream lets the others read after one buffer`() throws {
            let order = Box<[Character]>([])
            try onLoop { loop in
                let (much, other) = try pair(loop)
                let (little, last) = try pair(loop)
                // Both are written before the loop reads for the first time.
                other.write([UInt8](repeating: 0, count: 180_000))
                last.write([0])
                for stream in [other, last] { stream.closeWhenWritten() }
                let start = Box<Timer?>(nil)
                start.value = try Timer(loop: loop) {
                    much.startReading({ _ in order.value.append("m") }, onEnd: { much.close() })
                    little.startReading({ _ in order.value.append("l") }, onEnd: { little.close() })
                    start.value?.close()
                }
                start.value?.start(after: .milliseconds(5))
            }
            let first = order.value.firstIndex(of: "l")
            #expect(order.value.filter { $0 == "m" }.count >= 3)
            #expect(try #require(first) <= 1, "\(order.value)")
        }

        @Test func `bytes written in onSent are sent without waiting for another event`() throws {
            let sent = Box("")
            try onLoop { loop in
                let (one, other) = try socketPair()
                let stream = try UnixStream(loop: loop, adopting: one)
                stream.onSent = { stream.write(Array("more".utf8)) }
                stream.write(Array("much ".utf8))
                let timer = Box<Timer?>(nil)
                timer.value = try Timer(loop: loop) {
                    var buffer = [UInt8](repeating: 0, count: 100)
                    let count = unsafe recv(other, &buffer, buffer.count, Int32(MSG_DONTWAIT))
                    sent.value = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
                    stream.onSent = nil
                    stream.close()
                    timer.value?.close()
                    close(other)
                }
                timer.value?.start(after: .milliseconds(20))
            }
            #expect(sent.value.hasPrefix("much more"))
        }

        @Test func `after a half-close the other side can still reply`() throws {
            let heard = Box("")
            try onLoop { loop in
                let (one, other) = try pair(loop)
                let question = Box("")
                one.write(Array("question".utf8))
                one.finishWriting()
                #expect(one.write([1]) == false)
                one.startReading({ heard.value += text($0) }, onEnd: { one.close() })
                other.startReading(
                    { question.value += text($0) },
                    onEnd: {
                        other.write(Array("answer to \(question.value)".utf8))
                        other.closeWhenWritten()
                    })
            }
            #expect(heard.value == "answer to question")
        }

        @Test func `a paused stream delivers nothing until it resumes`() throws {
            let events = Box<[String]>([])
            try onLoop { loop in
                let (one, other) = try pair(loop)
                other.resume()
                other.startReading(
                    {
                        events.value.append(text($0))
                        other.pause()
                        other.pause()
                    },
                    onEnd: {
                        events.value.append("end")
                        other.close()
                    })
                one.write(Array("a".utf8))
                let timer = Box<Timer?>(nil)
                timer.value = try Timer(loop: loop) {
                    events.value.append("resumed")
                    if one.isClosed { timer.value?.close() }
                    one.write(Array("b".utf8))
                    one.close()
                    other.resume()
                }
                timer.value?.start(after: .milliseconds(3), repeatingEvery: .milliseconds(3))
            }
            #expect(events.value == ["a", "resumed", "b", "resumed", "end"])
        }

        @Test func `a stream that refuses further bytes delivers those that have arrived, and can still reply`() throws
        {
            let (near, far) = try socketPair()
            defer { close(far) }
            // More than one read of the loop.
            let sent = [UInt8](repeating: 9, count: 100_000)
            try #require(unsafe send(far, sent, sent.count, 0) == sent.count)
            let received = Box(0)
            let refusal = Box<Int32>(0)
            try onLoop { loop in
                let stream = try UnixStream(loop: loop, adopting: near)
                stream.startReading({ received.value += $0.count }) {
                    stream.write(Array("reply".utf8))
                    stream.closeWhenWritten()
                }
                stream.refuseFurtherBytes()
                let count = unsafe send(far, "x", 1, Int32(MSG_NOSIGNAL))
                refusal.value = count < 0 ? errno : 0
            }
            #expect(received.value == sent.count)
            #expect(refusal.value == EPIPE)
            var reply = [UInt8](repeating: 0, count: 16)
            let count = unsafe recv(far, &reply, reply.count, 0)
            #expect(String(decoding: reply.prefix(max(0, count)), as: UTF8.self) == "reply")
        }

        @Test func `close sends the bytes that fit, reports once, and makes every other call a no-op`() throws {
            let closed = Box<[LoopError?]>([])
            let heard = Box("")
            try onLoop { loop in
                let (one, other) = try pair(loop)
                one.onClose = { closed.value.append($0) }
                one.write(Array("last words".utf8))
                one.close()
                one.close()
                #expect(one.isClosed)
                #expect(one.write([1]) == false)
                #expect(one.writeBacklogBytes == 0)
                one.finishWriting()
                one.closeWhenWritten()
                one.startReading({ _ in }, onEnd: {})
                one.pause()
                one.resume()
                one.readAvailable(byteLimit: 10)
                other.startReading({ heard.value += text($0) }, onEnd: { other.close() })
                #expect(closed.value.isEmpty)
            }
            #expect(closed.value == [nil])
            #expect(heard.value == "last words")
        }

        @Test func `writing to a peer that is gone closes the stream with the reason`() throws {
            let reason = Box<LoopError?>(nil)
            try onLoop { loop in
                let (one, other) = try socketPair()
                let stream = try UnixStream(loop: loop, adopting: one)
                close(other)
                stream.onClose = { reason.value = $0 }
                stream.write([1, 2, 3])
            }
            #expect(reason.value?.codeName == "EPIPE")
        }

        @Test func `a closed stream drops its closures and itself`() throws {
            weak var kept: UnixStream?
            try onLoop { loop in
                let (one, other) = try pair(loop)
                kept = one
                one.onClose = { _ in _ = one.isClosed }
                one.onSent = { _ = one.isClosed }
                one.startReading({ _ in one.pause() }, onEnd: { one.close() })
                other.close()
            }
            #expect(kept == nil)
        }

        @Test func `large input is delivered in pieces of at most 64 KiB, the loop's buffer`() throws {
            let largest = Box(0)
            let total = Box(0)
            try onLoop { loop in
                let (one, other) = try pair(loop)
                other.startReading(
                    {
                        largest.value = max(largest.value, $0.count)
                        total.value += $0.count
                    }, onEnd: { other.close() })
                one.write([UInt8](repeating: 9, count: 300_000))
                one.closeWhenWritten()
            }
            #expect(largest.value <= 65536)
            #expect(total.value == 300_000)
        }

        @Test func `connecting to a path without a listener is an error with the system's error name`() throws {
            try withScratch { directory in
                let stale = try boundSocket(directory + "/stale", SOCK_STREAM)
                close(stale)
                try onLoop { loop in
                    for (name, code) in [("none", "ENOENT"), ("stale", "ECONNREFUSED")] {
                        let thrown = error { () throws(LoopError) in
                            _ = try UnixStream(loop: loop, connectingTo: directory + "/" + name)
                        }
                        #expect(thrown?.codeName == code)
                        #expect(thrown?.description.hasPrefix("cannot connect to \(directory)/\(name): ") == true)
                    }
                }
            }
        }

        @Test func `connecting to a server that accepts nothing fails after the client's patience`() throws {
            try withScratch { directory in
                let path = directory + "/s"
                let server = try boundSocket(path, SOCK_STREAM)
                try #require(listen(server, 0) == 0)
                try onLoop { loop in
                    let first = try UnixStream(loop: loop, connectingTo: path)
                    for patience in [Duration.zero, .milliseconds(20)] {
                        let thrown = error { () throws(LoopError) in
                            _ = try UnixStream(loop: loop, connectingTo: path, patience: patience)
                        }
                        #expect(thrown?.codeName == "EAGAIN")
                    }
                    first.close()
                }
                close(server)
            }
        }

        @Test func `only a connected Unix stream socket is adopted as a stream`() throws {
            let (one, other) = try socketPair(SOCK_DGRAM)
            try onLoop { loop in
                for descriptor in [one, -1, 987_654] {
                    let thrown = error { () throws(LoopError) in _ = try UnixStream(loop: loop, adopting: descriptor) }
                    #expect(
                        thrown
                            == .wrongDescriptor(descriptor: descriptor, expected: "a connected Unix stream socket"))
                }
            }
            close(other)
        }
    }
}
