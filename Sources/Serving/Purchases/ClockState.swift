// Whether the clock of the machine is synchronised with the time of others. systemd-timesyncd creates a file when it has set
// the clock, and an administrator who uses another program can have it create the file too. adjtimex(2) is not asked: it
// answers "unsynchronised" on many machines whose clock is right, and units with ProtectClock= may not call it.

import EventLoop
import HostSystem

/// Looks, again and again, whether the clock is synchronised.
///
/// *Owner/thread*: the loop's thread. The owner calls `close()`.
final class ClockState {
    /// *Source*: systemd-timesyncd.service(8).
    static let path = "/run/systemd/timesync/synchronized"

    /// Whether it was synchronised when it was looked at last.
    private(set) var isSynchronised = false
    private let loop: Loop
    private let path: String
    private let interval: Duration
    private let onChange: (Bool) -> Void
    private lazy var timer = try? Timer(loop: loop) { [weak self] in self?.look() }
    private var isLooking = false
    private var isClosed = false

    /// - Parameter onChange: called with what was found, whenever it is another than before.
    init(loop: Loop, path: String = ClockState.path, interval: Duration, onChange: @escaping (Bool) -> Void) {
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
        do throws(LoopError) {
            try loop.work { [path] in
                // ignored: what cannot be looked at is no sign that the clock is right.
                (try? FileStatus.isAnythingThere(path)) ?? false
            } then: { [weak self] found in
                self?.didLook(found)
            }
        } catch {
            // It is looked at once more after the interval.
            isLooking = false
        }
    }

    private func didLook(_ found: Bool) {
        isLooking = false
        guard !isClosed, found != isSynchronised else { return }
        isSynchronised = found
        onChange(found)
    }
}
