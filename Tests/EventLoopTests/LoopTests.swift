import EventLoop
import Glibc
import HostSystem
import TestSupport
import Testing

extension EventLoopTests {
    @Suite struct Loops {
        @Test func `an unused loop runs, closes, and closes again`() throws {
            let loop = try Loop()
            loop.run()
            try loop.close()
            try loop.close()
        }

        @Test func `a loop does not close while something on it is open, and closes after`() throws {
            let loop = try Loop()
            let timer = try Timer(loop: loop) {}
            let thrown = error { () throws(LoopError) in try loop.close() }
            #expect(thrown?.codeName == "EBUSY")
            timer.close()
            try loop.close()
        }

        @Test func `stop ends a run that still waits for something`() throws {
            let loop = try Loop()
            let timer = try Timer(loop: loop) { loop.stop() }
            timer.start(after: .zero, repeatingEvery: .milliseconds(1))
            loop.run()
            #expect(timer.isRunning)
            timer.close()
            try loop.close()
        }

        @Test func `work runs on another thread and brings its value back to this one`() throws {
            let here = pthread_self()
            let seen = Box<(Bool, Bool)?>(nil)
            try onLoop { loop in
                let home = UInt(here)
                try loop.work(
                    { UInt(pthread_self()) != home },
                    then: { elsewhere in
                        seen.value = (elsewhere, UInt(pthread_self()) == home)
                    })
            }
            #expect(seen.value?.0 == true)
            #expect(seen.value?.1 == true)
        }

        struct Frozen: ~Copyable {
            var number: Int
        }

        @Test func `the value of work may be noncopyable or a class that is not Sendable`() throws {
            let seen = Box(0)
            try onLoop { loop in
                try loop.work({ Frozen(number: 7) }, then: { frozen in seen.value += frozen.number })
                try loop.work({ Box(35) }, then: { box in seen.value += box.value })
            }
            #expect(seen.value == 42)
        }

        @Test func `finished work drops its closures`() throws {
            weak var kept: Box<Int>?
            try onLoop { loop in
                let box = Box(0)
                kept = box
                try loop.work({ 1 }, then: { box.value = $0 })
            }
            #expect(kept == nil)
        }
    }
}
