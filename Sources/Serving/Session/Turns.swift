import Contract
import EventLoop
import HostSystem

/// Gives connections their turns: as many in one turn of the loop as a slice of time holds, then the loop reads again.
///
/// *Owner/thread*: the loop's thread.
final class Turns {
    private static let sliceNs = Limits.sliceTime.wholeNanoseconds

    private var queue = TurnQueue<Session>()
    private var work: TurnWork?

    /// *Throws*: `failed`, which libuv has no reason for today.
    init(loop: Loop) throws(LoopError) {
        work = try TurnWork(loop: loop) { [weak self] in self?.giveTurns() ?? false }
    }

    /// Has a connection take its turn after those of the user that wait already.
    func add(_ session: Session, of user: ConnectedUser) {
        queue.add(session, to: user.line)
        work?.schedule()
    }

    /// Gives no more turns.
    func close() { work?.close() }

    private func giveTurns() -> Bool {
        let endNs = HostClock.monotonicNs + Self.sliceNs
        while let session = queue.next() {
            session.takeTurn()
            if HostClock.monotonicNs >= endNs { break }
        }
        return !queue.isEmpty
    }
}
