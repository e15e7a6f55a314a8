// The state of the machine's clock: synchronised with a time server, or not. systemd-timesyncd creates a file when it
// has set the clock. For another program an administrator has the same file created: systemd/deeplinkd-clock.service
// does that for chrony. What else could be asked:
//
//     adjtimex(2)                   "unsynchronised" on many machines whose clock is right; forbidden by ProtectClock=
//     /run/chrony/chronyd.sock      in a folder that only chrony and root may enter (measured with chrony 4.3)
//     chrony at 127.0.0.1:323       answers every user, but the system unit has no network (PrivateNetwork=)
//     /var/lib/chrony/drift         not readable, and written once an hour

import EventLoop
import FactSources
import HostSystem
import Serving

/// Looks, again and again, whether the clock is synchronised.
///
/// *Owner/thread*: the loop's thread. The owner calls `close()`.
final class ClockState {
    /// Whether it was synchronised when it was looked at last.
    private(set) var isSynchronised = false
    private let loop: Loop
    private lazy var lane = PoolLane(loop: loop, width: 1)
    private let path: String
    private let interval: Duration
    private let onChange: (Bool) -> Void
    private lazy var timer = try? Timer(loop: loop) { [weak self] in self?.look() }
    private var isLooking = false
    private var isClosed = false

    /// - Parameter onChange: called with what was found, whenever it is another than before.
    init(loop: Loop, path: String = HostClock.synchronisedMark, interval: Duration, onChange: @escaping (Bool) -> Void)
    {
        (self.loop, self.path, self.interval, self.onChange) = (loop, path, interval, onChange)
    }

    /// Looks now, and from now on.
    func start() {
        look()
        timer?.start(after: interval, repeatingEvery: interval)
    }

    /// Looks no more.
    func stop() { timer?.cancel() }

    /// Ends the timer.
    func close() {
        isClosed = true
        timer?.close()
    }

    private func look() {
        guard !isLooking, !isClosed else { return }
        isLooking = true
        lane.run { [path] in
            // ignored: what cannot be looked at is no sign that the clock is right.
            (try? FileStatus.isAnythingThere(path)) ?? false
        } then: { [weak self] in
            self?.didLook($0)
        }
    }

    /// Where no thread was to be had, it is looked at once more after the interval.
    private func didLook(_ found: Bool?) {
        isLooking = false
        guard !isClosed, let found, found != isSynchronised else { return }
        isSynchronised = found
        onChange(found)
    }
}
