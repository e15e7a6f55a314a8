// Keeps on disk that an operator has switched the intake off, in a stamp file beside the ledger. The file is looked at
// once at the start, and made and removed on the thread pool. One change of the intake goes through at a time, the
// stamp and the ledger's part of it: otherwise of two operators one could leave a stamp and the other a ledger that
// says `on`.

import EventLoop
import FactSources
import Ledger

/// Keeps an operator's `off` of the intake beside the ledger.
///
/// *Owner/thread*: the loop's thread.
package final class IntakeKeeper {
    let stamp: IntakeStamp
    /// True if the stamp is there, or may be; once a change has begun, true if it is to be there.
    private(set) var isStamped = false
    /// Why the stamp is not as an operator wanted it last; nil where it is.
    private(set) var fault: LedgerError?
    private let lane: PoolLane
    private var changes: [(@escaping () -> Void) -> Void] = []
    private var isBusy = false

    init(loop: Loop, directory: String) {
        lane = PoolLane(loop: loop, width: 1)
        stamp = IntakeStamp(directory: directory)
    }

    /// Looks whether the stamp is there.
    func look(then done: @escaping () -> Void) {
        lane.run { [stamp] in
            stamp.isThere
        } then: { [self] isThere in
            // What could not be looked at may be there.
            isStamped = isThere ?? true
            done()
        }
    }

    /// Begins a change when those before it are through; it calls what it is given when it is through itself.
    func whenFree(_ change: @escaping (_ end: @escaping () -> Void) -> Void) {
        changes.append(change)
        next()
    }

    /// Makes the stamp or removes it, as part of a change; tells why that failed, or nil.
    func setStamp(_ isWanted: Bool, by uid: UInt32, then done: @escaping (LedgerError?) -> Void) {
        isStamped = isWanted
        lane.run { [stamp] () -> LedgerError? in
            do throws(LedgerError) {
                if isWanted { try stamp.write(by: uid) } else { try stamp.remove() }
                return nil
            } catch {
                return error
            }
        } then: { [self] result in
            fault = result ?? LedgerError.failed(path: stamp.path, detail: "no thread could be had")
            done(fault)
        }
    }

    private func next() {
        guard !isBusy, !changes.isEmpty else { return }
        isBusy = true
        let change = changes.removeFirst()
        change { [self] in
            isBusy = false
            next()
        }
    }
}
