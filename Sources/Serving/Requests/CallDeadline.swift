import Contract
import EventLoop

/// The time that a caller of `Open` allows, from the arrival of the call.
///
/// It passes at most once, and not after the answer. What happens then depends on how far the request has come, so `onPass`
/// is replaced on the way: before the action begins the caller is answered at once, afterwards the action is stopped.
///
/// *Owner/thread*: the loop's thread; held by its timer until it passes or ends.
final class CallDeadline {
    let length: Duration
    /// Called when it passes.
    var onPass: (() -> Void)?
    /// Whether the caller was answered.
    private(set) var isOver = false
    private var timer: Timer?

    /// - Parameter ms: nil for no deadline.
    ///
    /// *Units and range*: milliseconds, 1 to `Limits.longestActionTime`.
    /// *Throws*: `invalid` for any other number.
    init?(ms: Int64?, on loop: Loop) throws(ParameterError) {
        guard let ms else { return nil }
        guard 1...Limits.longestActionTime.wholeMilliseconds ~= ms, let timer = try? Timer(loop: loop, onFire: {})
        else { throw .invalid(.deadlineMs) }
        length = .milliseconds(ms)
        self.timer = timer
        timer.setFire { [self] in onPass?() }
        timer.start(after: length)
    }

    /// Ends the wait; false if it has ended before.
    func end() -> Bool {
        defer {
            isOver = true
            onPass = nil
            timer.take()?.close()
        }
        return !isOver
    }
}
