// The seam between facts and whoever knows them. A source is asked for a value and answers with one, now or later, on
// the loop's thread; it never blocks there, so what has to wait on a disk or a library goes through a PoolLane. A
// source says nothing about features, users' toggles or what an answer leads to, and the verifier never sees a source.
//
// There is one small protocol per kind of fact: RuntimeSource, PlatformSource, PermissionSource, PurchaseSource. The
// clock is a fact too, but one that cannot be late: ClockSource is read, not asked.
//
// When it is asked, how long one waits for it, how long its last word stands and when it is tried again is the
// business of Inquiries, the same for all.

/// What every source of facts has.
///
/// *Owner/thread*: the loop's thread. Whoever was given it calls `close()`.
package protocol FactSource: AnyObject {
    /// As evidence names it.
    ///
    /// *Shape*: one or a few words, the same for as long as the source lives: `polkit`, `file:/run/app/switch`.
    var name: String { get }

    /// How long its answers can be used.
    var lifetime: AnswerLifetime { get }

    /// Lets go of everything; questions that are open may still be answered, and nobody listens.
    func close()
}

extension FactSource {
    /// Does nothing: what was never opened need not be closed.
    package func close() {}
}
