import Contract
import EventLoop
import HostSystem

/// Gives connections their turns: as many in one turn of the loop as a slice of time holds, then the loop reads again.
///
/// *Owner/thread*: the loop's thread. The owner calls `close()` before it lets go of this.
final class Turns {
    private static let sliceNs = Limits.sliceTime.wholeNanoseconds

    private var queue = TurnQueue<Session>()
    private var work: TurnWork?
    /// Called before the first turn of a slice.
    var willGiveTurns: (() -> Void)?

    /// *Throws*: `failed`, which libuv has no reason for today.
    init(loop: Loop) throws(LoopError) {
        work = try TurnWork(loop: loop) { [unowned self] in giveTurns() }
    }

    /// Has a connection take its turn after those of the user that wait already.
    func add(_ session: Session, of user: ConnectedUser) {
        queue.add(session, to: user.line)
        work?.schedule()
    }

    /// Gives no more turns.
    func close() { work?.close() }

    private func giveTurns() -> Bool {
        willGiveTurns?()
        var nowNs = HostClock.monotonicNs
        let endNs = nowNs + Self.sliceNs
        while nowNs < endNs, let session = queue.next() {
            session.takeTurn(nowNs: nowNs)
            nowNs = HostClock.monotonicNs
        }
        return !queue.isEmpty
    }
}
