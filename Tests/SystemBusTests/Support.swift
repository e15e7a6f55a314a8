import EventLoop
import Foundation
import HostSystem
import LoopedBus
import SystemBus
import TestSupport
import Testing

/// Runs a setup on a loop, runs the loop until it has no handles, and requires that all of them were closed.
func onLoop(_ body: (Loop) throws -> Void) throws {
    let loop = try Loop()
    try body(loop)
    loop.run()
    try loop.close()
}

/// A path for a socket that no other test has.
func temporaryPath() -> String { NSTemporaryDirectory() + "deeplinkd-\(UUID().uuidString.prefix(8)).sock" }

/// Runs the loop until it is stopped, or for so long.
func runLoop(_ loop: Loop, atMost time: Duration) {
    guard let timer = try? EventLoop.Timer(loop: loop, onFire: { loop.stop() }) else { return }
    timer.start(after: time)
    loop.run()
    timer.close()
}

extension BusConnection {
    /// Makes a call, and runs the loop until it has its reply.
    func answer(
        to call: BusCall, on loop: Loop, deadline: Duration = .seconds(20), limit: Int = valueLimit
    ) -> Result<[BusValue], BusError> {
        var answer: Result<[BusValue], BusError>?
        self.call(call, deadline: deadline, limit: limit) {
            answer = $0
            loop.stop()
        }
        while answer == nil { loop.run() }
        return answer ?? .failure(.unreadable)
    }
}

/// Records what a test got instead of what it expects.
func fail(_ text: String) { Issue.record(Comment(rawValue: text)) }
