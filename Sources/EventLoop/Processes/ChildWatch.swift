// Notices when children end, and reaps those that nothing here started.
//
// A process that adopts the orphans among its descendants has two kinds of children: programs it started, each a
// `ChildProcess` that decides when it is reaped, and strangers, which nothing waits for but this type. SIGCHLD says neither
// which child has ended nor how many have. So every known child is asked for, one by one, and then the kernel for any child
// that has ended, WNOWAIT: a stranger is reaped, and asked for the next one. A known child there is one that its owner has
// not closed yet; the kernel would name it again and again, so the search ends, and goes on when that child is reaped.
//
// A child that another thread starts is not known until that thread hands it over, and may have ended by then. It is never
// taken for a stranger: the kernel keeps children by the thread that started them, gives orphans to the main thread, and is
// asked for this thread's alone (__WNOTHREAD; `AdoptedProcess.children`).

internal import CLibUV
internal import CLinux
internal import Glibc
internal import HostSystem

/// The children of this process, as one loop sees them.
///
/// *Owner/thread*: the loop's thread.
final class ChildWatch: HandleOwner {
    private let loop: Loop
    private let signal: HandleMemory
    private var children: [Int32: ChildProcess] = [:]
    private var adoptsOrphans = false
    /// Children from before: a shell may have had some and become this program.
    private var inherited: Set<Int32> = []
    /// Adopted children as they were when they were seen first: looking one up takes longer than all the rest.
    private var strangers: [Int32: AdoptedProcess] = [:]
    private var isReaping = false

    /// *Throws*: `failed`, which libuv has no reason for today.
    init(loop: Loop) throws(LoopError) {
        self.loop = loop
        signal = try HandleMemory(UV_SIGNAL, on: loop, call: "uv_signal_init", to: "watch children") {
            unsafe uv_signal_init($0, $1.assumingMemoryBound(to: uv_signal_t.self))
        }
        signal.owner = self
        guard let handle = unsafe signal.open(as: uv_signal_t.self) else { return }
        do {
            try checked("uv_signal_start", to: "watch children", unsafe uv_signal_start(handle, childDidEnd, SIGCHLD))
        } catch {
            signal.close()
            throw error
        }
        childDidChange()
    }

    /// Watches a child from its start on.
    func add(_ child: ChildProcess) {
        children[child.processID] = child
        childDidChange()
    }

    /// Forgets a child that is reaped.
    func remove(_ child: ChildProcess) {
        children[child.processID] = nil
        childDidChange()
        reapStrangers()
    }

    /// Keeps the loop going as long as one of the children does.
    func childDidChange() {
        guard let handle = unsafe signal.open(as: uv_handle_t.self) else { return }
        if children.values.contains(where: \.holdsLoop) {
            unsafe uv_ref(handle)
        } else {
            unsafe uv_unref(handle)
        }
    }

    /// Lets go of every child: those that run are init's when this process ends.
    func close() {
        children = [:]
        signal.close()
    }

    fileprivate func lookForEnds() {
        for child in children.values { child.lookForEnd() }
        childDidChange()
        reapStrangers()
    }

    func handleDidClose() {}

    // MARK: Orphans

    /// Begins to adopt orphans and to reap all children that nothing here started.
    func adoptOrphans() throws(LoopError) {
        try checked("prctl", to: "adopt orphans", deeplink_adopt_orphans())
        adoptsOrphans = true
        inherited = Set(AdoptedProcess.children() ?? [])
        reapStrangers()
    }

    /// The adopted children that run, with the group and session that they had when they were seen first; nil where they
    /// cannot be listed.
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
            // ignored: it has ended and is ours, so that the call neither waits nor fails.
            _ = waitpid(end.pid, nil, WNOHANG)
            inherited.remove(end.pid)
            strangers[end.pid] = nil
        }
    }
}

@c private func childDidEnd(_ signal: UnsafeMutablePointer<uv_signal_t>?, _ number: Int32) {
    unsafe HandleMemory.owner(of: signal, as: ChildWatch.self)?.lookForEnds()
}
