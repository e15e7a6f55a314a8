import TestSupport
import Testing

@testable import EventLoop
@testable import HostSystem

extension EventLoopTests {
    @Suite struct Timers {
        @Test func `timers fire in the order of their times, once each`() throws {
            let fired = Box<[Int]>([])
            try onLoop { loop in
                for number in [3, 1, 2] {
                    let timer = Box<Timer?>(nil)
                    timer.value = try Timer(loop: loop) {
                        fired.value.append(number)
                        timer.value?.close()
                    }
                    timer.value?.start(after: .milliseconds(number * 5))
                }
            }
            #expect(fired.value == [1, 2, 3])
        }

        @Test func `a timer never fires early`() throws {
            let started = HostClock.monotonicNs
            let ended = Box<Int64>(0)
            try onLoop { loop in
                let timer = Box<Timer?>(nil)
                timer.value = try Timer(loop: loop) {
                    ended.value = HostClock.monotonicNs
                    timer.value?.close()
                }
                timer.value?.start(after: .microseconds(10_500))
            }
            // The loop counts whole milliseconds, so the beginning of one may be cut off.
            #expect(ended.value - started >= 10_000_000)
        }

        @Test func `a repeating timer fires until it is cancelled, and again after another start`() throws {
            let count = Box(0)
            let timer = Box<Timer?>(nil)
            try onLoop { loop in
                timer.value = try Timer(loop: loop) {
                    count.value += 1
                    if count.value == 3 {
                        timer.value?.cancel()
                        #expect(timer.value?.isRunning == false)
                        timer.value?.start(after: .milliseconds(1), repeatingEvery: .zero)
                        #expect(timer.value?.isRunning == true)
                    }
                    if count.value == 5 { timer.value?.close() }
                }
                timer.value?.start(after: .milliseconds(1), repeatingEvery: .zero)
            }
            #expect(count.value == 5)
            #expect(timer.value?.isRunning == false)
            timer.value?.start(after: .zero)
            timer.value?.cancel()
        }

        @Test func `a closed timer drops its closure, even one that holds the timer`() throws {
            weak var kept: Box<Timer?>?
            try onLoop { loop in
                let box = Box<Timer?>(nil)
                kept = box
                box.value = try Timer(loop: loop) { box.value?.close() }
                box.value?.start(after: .zero)
            }
            #expect(kept == nil)
        }

        @Test func `a due timer fires on time, although each event asks for it anew`() throws {
            let (fired, events) = (Box(0), Box(0))
            try onLoop { loop in
                let (due, steady) = (Box<DueTimer?>(nil), Box<Timer?>(nil))
                due.value = try DueTimer(loop: loop) {
                    fired.value += 1
                    #expect(due.value?.isRunning == false)
                    guard fired.value == 3 else { return }
                    due.value?.close()
                    steady.value?.close()
                }
                steady.value = try Timer(loop: loop) {
                    events.value += 1
                    due.value?.fire(within: .milliseconds(20))
                    if events.value == 10_000 { for timer in [due.value?.close, steady.value?.close] { timer?() } }
                }
                steady.value?.start(after: .zero, repeatingEvery: .milliseconds(1))
            }
            #expect(fired.value == 3 && events.value < 10_000)
        }

        @Test func `a due timer fires once, at the earliest of its moments, and never after it is cancelled`() throws {
            let began = HostClock.monotonicNs
            let fired = Box<[String]>([])
            try onLoop { loop in
                let (due, cancelled) = (Box<DueTimer?>(nil), Box<DueTimer?>(nil))
                due.value = try DueTimer(loop: loop) {
                    fired.value.append("due")
                    due.value?.close()
                    cancelled.value?.close()
                }
                cancelled.value = try DueTimer(loop: loop) { fired.value.append("cancelled") }
                cancelled.value?.fire(within: .zero)
                cancelled.value?.cancel()
                #expect(cancelled.value?.isRunning == false)
                due.value?.fire(within: .seconds(Int64.max))
                due.value?.fire(within: .seconds(3600))
                due.value?.fire(byNs: HostClock.monotonicNs + 10_000_000)
                due.value?.fire(within: .seconds(60))
            }
            #expect(fired.value == ["due"])
            #expect(HostClock.monotonicNs - began < 50_000_000_000)
        }

        @Test(arguments: [
            (Duration.zero, UInt64(0)), (.seconds(-5), 0), (.nanoseconds(-1), 0), (.nanoseconds(1), 1),
            (.milliseconds(1), 1), (.microseconds(1001), 2), (.seconds(2), 2000), (.milliseconds(1999), 1999),
            (.seconds(Int64.max), UInt64(Int64.max)), (.seconds(Int64.min), 0),
        ])
        func `durations round up to milliseconds and never overflow`(duration: Duration, milliseconds: UInt64) {
            #expect(duration.wholeMilliseconds == milliseconds)
        }
    }
}
