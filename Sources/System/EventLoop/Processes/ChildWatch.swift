// Notices when children end, and reaps those that nothing here started.
//
// A process that adopts the orphans among its descendants has two kinds of children. Programs that it started are each
// a `ChildProcess`, which decides when it is reaped. Strangers are reaped only by this type. SIGCHLD reports neither
// which child has ended nor how many. So each known child is checked, one by one. Then the kernel is asked for any
// child that has ended, with WNOWAIT: a stranger is reaped, and the question repeated. If the answer is a known child,
// its owner has not closed it yet. The kernel would name it again and again, so the search ends, and continues when
// that child is reaped.
//
// A child that another thread starts is unknown until that thread hands it over, and may have ended by then. It is
// never mistaken for a stranger: the kernel keeps children by the thread that started them, gives orphans to the main
// thread, and is asked only for this thread's children (__WNOTHREAD; `AdoptedProcess.children`).

internal import CLinux
internal import Glibc
internal import HostSystem

/// The children of this process, as one loop sees them.
///
/// *Owner/thread*: the loop's thread.
final class ChildWatch {
    private var signal: SignalWatch?
    private var children: [Int32: ChildProcess] = [:]
    private var adoptsOrphans = false
    /// Children from before exec: a shell may have started some and then become this program.
    private var inherited: Set<Int32> = []
    /// Adopted children, as first looked up: the lookup costs more than all the rest.
    private var strangers: [Int32: AdoptedProcess] = [:]
    private var isReaping = false

    /// *Throws*: `failed`; libuv has no reason for it today.
    init(loop: Loop) throws(LoopError) {
        signal = try SignalWatch(loop: loop, signal: SIGCHLD) { [self] in lookForEnds() }
        childDidChange()
    }

    /// Adds a child at its start.
    func add(_ child: ChildProcess) {
        children[child.processID] = child
        childDidChange()
    }

    /// Removes a reaped child.
    func remove(_ child: ChildProcess) {
        children[child.processID] = nil
        childDidChange()
        reapStrangers()
    }

    /// Keeps the loop running as long as one of the children requires it.
    func childDidChange() {
        signal?.handle.keepLoopRunning(children.values.contains(where: \.holdsLoop))
    }

    /// Drops every child: those that still run become children of init when this process ends.
    func close() {
        // No end is reported any more, and what would be told of it holds the child.
        for child in children.values { child.onExit = nil }
        children = [:]
        signal?.close()
    }

    private func lookForEnds() {
        for child in children.values { child.lookForEnd() }
        childDidChange()
        reapStrangers()
    }

    // MARK: Orphans

    /// Begins to adopt orphans and to reap all children that nothing here started.
    func adoptOrphans() throws(LoopError) {
        try checked("prctl", to: "adopt orphans", deeplink_adopt_orphans())
        adoptsOrphans = true
        inherited = Set(AdoptedProcess.children() ?? [])
        reapStrangers()
    }

    /// The adopted children that run, with group and session as first looked up; nil if they cannot be listed.
    func adopted() -> [AdoptedProcess]? {
        guard adoptsOrphans else { return nil }
        reapStrangers()
        return AdoptedProcess.children()?.filter { children[$0] == nil && !inherited.contains($0) }.compactMap {
            let stranger = strangers[$0] ?? AdoptedProcess(processID: $0)
            strangers[$0] = stranger
            return stranger
        }
    }

    private func reapStrangers() {
        guard adoptsOrphans, !isReaping else { return }
        isReaping = true
        defer { isReaping = false }
        var end = deeplink_end()
        while unsafe deeplink_peek_end(0, &end) == 0, end.pid > 0, children[end.pid] == nil {
            // ignored: it has ended and is our child, so the call neither waits nor fails.
            _ = waitpid(end.pid, nil, WNOHANG)
            inherited.remove(end.pid)
            strangers[end.pid] = nil
        }
    }
}
