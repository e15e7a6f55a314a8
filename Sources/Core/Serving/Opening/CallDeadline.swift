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
    private var timer: Timer?

    /// Nil where libuv makes no timer, which it has no reason for today.
    init?(_ length: Duration, on loop: Loop) {
        guard let timer = try? Timer(loop: loop, onFire: {}) else { return nil }
        self.length = length
        self.timer = timer
        timer.setFire { [self] in onPass?() }
        timer.start(after: length)
    }

    /// Ends it: it passes no more.
    func end() {
        onPass = nil
        timer.take()?.close()
    }
}
