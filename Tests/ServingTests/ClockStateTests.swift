import EventLoop
import Foundation
import Testing

@testable import PurchaseService
@testable import Serving

/// The file that says that the clock is synchronised, as systemd-timesyncd or deeplinkd-clock.service create it.
@Suite struct ClockStateTests {
    private func mark(_ path: String) {
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
    }

    @Test func `the clock is synchronised while the file is there, and each change is told once`() throws {
        try withStateFolder { folder in
            let loop = try Loop()
            let path = folder + "/synchronized"
            var told: [Bool] = []
            var clock: ClockState?
            let watchdog = try Watchdog(loop) { clock?.close() }
            clock = ClockState(loop: loop, path: path, interval: .milliseconds(5)) { isSynchronised in
                told.append(isSynchronised)
                switch told.count {
                case 1: try? FileManager.default.removeItem(atPath: path)
                case 2: mark(path)
                default: watchdog.finish()
                }
            }
            #expect(clock?.isSynchronised == false)
            mark(path)
            clock?.start()
            loop.run()
            try loop.close()
            #expect(told == [true, false, true])
        }
    }

    @Test func `a clock that is never marked is not synchronised, and nothing is told`() throws {
        try withStateFolder { folder in
            let loop = try Loop()
            var told: [Bool] = []
            let clock = ClockState(loop: loop, path: folder + "/none/synchronized", interval: .milliseconds(1)) {
                told.append($0)
            }
            let watchdog = try Watchdog(loop) { clock.close() }
            clock.start()
            try watchdog.after(.milliseconds(50), loop) { watchdog.finish() }
            loop.run()
            try loop.close()
            #expect(told.isEmpty && !clock.isSynchronised)
        }
    }
}
