// While a start or a reload goes on, the service manager is asked for more time, again and again:
//
//     TimeoutStartSec=90s, and a ledger that is checked for three minutes
//     after 5 s    EXTEND_TIMEOUT_USEC=30000000    it may take until second 35
//     after 10 s   the same                        until second 40
//     …
//     READY=1
//
// What hangs is still ended: after `Limits.loadTime` there are no more requests. Those of a reload come from the loop, so a
// loop that stands still does not ask either, and its watchdog ends it.

import Contract
package import EventLoop
import HostSystem

/// The requests for more time of one start or one reload.
package struct TimeRequests: Sendable {
    private static let longestInterval: Duration = .seconds(5)
    private static let time: Duration = .seconds(30)

    /// How long to wait before the next request: so long that a load on a usual machine makes none, and never longer than
    /// half of the watchdog's time.
    package let interval: Duration
    private var spent: Duration = .zero

    /// - Parameter watchdog: the service manager's limit between two signs of life.
    package init(watchdog: Duration?) {
        interval = min(Self.longestInterval, watchdog.map { $0 / 2 } ?? Self.longestInterval)
    }

    /// The next request, once `interval` has passed; nil where it has taken too long already.
    package mutating func next() -> ServiceManager.State? {
        spent += interval
        return spent < Limits.loadTime ? .extendTimeout(Self.time) : nil
    }
}

/// Asks for more time while the daemon starts, from a thread of its own: the loop does not turn yet.
final class StartNotices: Sendable {
    private let end: WakeDescriptor

    /// Begins to ask; nil where there is no service manager, or the system has no thread left.
    init?(_ manager: ServiceManager) {
        // ignored: without a thread the start has the time that the unit says.
        guard manager.isListening, let end = try? WakeDescriptor() else { return nil }
        self.end = end
        let begun: Void? = try? HostThread.start {
            var requests = TimeRequests(watchdog: manager.watchdogInterval)
            while !Self.hasEnded(end, within: requests.interval), let request = requests.next() {
                // ignored: the next request may arrive.
                try? manager.notify(request)
            }
        }
        if begun == nil { return nil }
    }

    private static func hasEnded(_ end: WakeDescriptor, within interval: Duration) -> Bool {
        var poll = DescriptorPoll()
        let place = poll.add(end.number, reading: true)
        // ignored: a wait that fails would ask without a pause, so it counts as the end.
        guard (try? poll.wait(until: HostClock.monotonicNs + interval.wholeNanoseconds)) != nil else { return true }
        return poll.isReadable(place)
    }

    /// Ends the requests; it may be called again.
    func stop() { end.send() }
}

/// Asks for more time while a table is loaded again.
///
/// *Owner/thread*: the loop's thread. The owner calls `close()`.
final class ReloadNotices {
    private let timer: Timer
    private let watchdog: Duration?
    private var requests: TimeRequests

    /// *Throws*: `failed`, which libuv has no reason for today.
    init(loop: Loop, watchdog: Duration?, send: @escaping (ServiceManager.State) -> Void) throws(LoopError) {
        self.watchdog = watchdog
        requests = TimeRequests(watchdog: watchdog)
        timer = try Timer(loop: loop) {}
        timer.setFire { [weak self] in
            if let request = self?.requests.next() { send(request) } else { self?.timer.cancel() }
        }
    }

    /// Takes note that a reload has begun, or ended.
    func note(_ isLoading: Bool) {
        guard isLoading else { return timer.cancel() }
        requests = TimeRequests(watchdog: watchdog)
        timer.start(after: requests.interval, repeatingEvery: requests.interval)
    }

    /// Ends the timer.
    func close() { timer.close() }
}
