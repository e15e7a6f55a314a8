import EventLoop
import Glibc
import HostSystem
import TestSupport
import Testing

extension EventLoopTests {
    @Suite struct Signals {
        @Test func `a watched signal arrives on the loop`() throws {
            let count = Box(0)
            try onLoop { loop in
                let watch = Box<SignalWatch?>(nil)
                watch.value = try SignalWatch(loop: loop, signal: SIGUSR2) {
                    count.value += 1
                    if count.value < 3 { kill(getpid(), SIGUSR2) } else { watch.value?.close() }
                }
                kill(getpid(), SIGUSR2)
            }
            #expect(count.value == 3)
        }

        @Test(arguments: [(0, "EINVAL"), (-1, "EINVAL"), (SIGKILL, "EINVAL"), (1000, "EINVAL")])
        func `watching an invalid signal is an error and leaves nothing behind`(number: Int32, code: String) throws {
            try onLoop { loop in
                let thrown = error { () throws(LoopError) in _ = try SignalWatch(loop: loop, signal: number) {} }
                #expect(thrown?.codeName == code)
            }
        }

        @Test func `the loop ignores SIGPIPE`() throws {
            try onLoop { _ in kill(getpid(), SIGPIPE) }
        }
    }

    @Suite struct Wakeups {
        @Test func `another thread wakes the loop`() throws {
            let woken = Box(0)
            try onLoop { loop in
                let wakeup = Box<Wakeup?>(nil)
                wakeup.value = try Wakeup(loop: loop) {
                    woken.value += 1
                    wakeup.value?.close()
                }
                let sender = try #require(wakeup.value).sender
                try loop.work({ sender.send() }, then: { _ in })
            }
            #expect(woken.value == 1)
        }

        @Test func `a sender outlives its wakeup and its loop`() throws {
            var sender: Wakeup.Sender?
            let woken = Box(0)
            try onLoop { loop in
                let wakeup = try Wakeup(loop: loop) { woken.value += 1 }
                sender = wakeup.sender
                wakeup.close()
                sender?.send()
                if let sender { try loop.work({ for _ in 0..<1000 { sender.send() } }, then: { _ in }) }
            }
            sender?.send()
            #expect(woken.value == 0)
        }

        @Test func `sends racing with the close are safe`() throws {
            for _ in 0..<50 {
                try onLoop { loop in
                    let wakeup = Box<Wakeup?>(nil)
                    wakeup.value = try Wakeup(loop: loop) { wakeup.value?.close() }
                    let sender = try #require(wakeup.value).sender
                    try loop.work({ for _ in 0..<200 { sender.send() } }, then: { _ in })
                }
            }
        }
    }
}
