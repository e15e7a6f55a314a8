import EventLoop
import Glibc
import TestSupport
import Testing

extension EventLoopTests {
    @Suite(.timeLimit(.minutes(Sanitizer.minutes(1)))) struct HangUps {
        /// The numbers of the connections that were reported within a moment of what was done to their other ends.
        ///
        /// - Parameter count: how many are waited for: a closed end is open for as long as a child of another test, between
        ///   fork and exec, has it.
        private func reported(_ actions: [(Int32) -> Void], count: Int) throws -> [Int] {
            let (numbers, moments) = (Box<[Int]>([]), Box(0))
            try onLoop { loop in
                let watch = try HangUpWatch(loop: loop)
                watch.onHangUp = { numbers.value.append($0) }
                var streams: [UnixStream] = []
                var others: [Int32] = []
                for number in actions.indices {
                    let (one, other) = try socketPair()
                    let stream = try UnixStream(loop: loop, adopting: one)
                    try watch.watch(stream, number: number)
                    streams.append(stream)
                    others.append(other)
                }
                for (action, other) in zip(actions, others) { action(other) }
                let timer = try Timer(loop: loop) {}
                timer.setFire {
                    moments.value += 1
                    if numbers.value.count < count, moments.value < 100 { return timer.start(after: .milliseconds(50)) }
                    for stream in streams { stream.close() }
                    watch.close()
                    timer.close()
                }
                timer.start(after: .milliseconds(50))
            }
            return numbers.value.sorted()
        }

        private func half(_ descriptor: Int32, _ how: Int) -> Int32 {
            #expect(shutdown(descriptor, Int32(how)) == 0)
            return descriptor
        }

        private func sent(_ descriptor: Int32) -> Int32 {
            #expect(unsafe send(descriptor, "x", 1, 0) == 1)
            return descriptor
        }

        @Test func `a closed end is a hang-up, and so are two halves shut down; one half is none`() throws {
            var kept: [Int32] = []
            let numbers = try reported(
                [
                    { close($0) }, { kept.append($0) }, { kept.append(half($0, SHUT_WR)) },
                    { kept.append(half($0, SHUT_RDWR)) },
                    { kept.append(half(sent($0), SHUT_WR)) },
                    { close(sent($0)) },
                ], count: 3)
            for descriptor in kept { close(descriptor) }
            #expect(numbers == [0, 3, 5])
        }

        @Test func `a hundred and fifty hang-ups at once are each reported once`() throws {
            #expect(try reported(Array(repeating: { close($0) }, count: 150), count: 150) == Array(0..<150))
        }
    }
}
