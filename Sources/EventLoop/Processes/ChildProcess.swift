// A program that somebody asked for, in a session and process group of its own.
//
// What the child gets. Standard input is /dev/null. Standard output and error are pipes (a script's `echo > /dev/stderr` fails
// on a socket pair), or /dev/null for a launched one. Every other descriptor is marked close-on-exec just before the start,
// also those this process was born with. No signal is blocked, and all have their default, but for 32 and 33: the C
// library has those for itself, and posix_spawn leaves them ignored. The program and everything on the way to it are checked
// before each start, and most programs are started by descriptor: see ProgramFile.swift.
//
// posix_spawn starts it and not uv_spawn, which forks: a fork copies the page tables of the dispatcher, and then each page that
// it writes. In a profile under a flood of starts these copies stood first. The thread that starts a child waits until that
// calls exec: 6 ms beside sixteen busy programs, since the scheduler shares the processor out by session. So the
// loop has another thread check the program and start it (`start`).
//
// Signalling the group. The child founds its group by setsid, so the group's number is its pid. While the child is not
// reaped, no other process and no other group can have that number. So `ChildWatch` looks for ended children without reaping
// them. The owner that is told of an exit can signal the group by its number; `close()` reaps. That holds on every
// kernel. A reaped child's group is signalled through a pidfd alone, which names the group that *this* child founded,
// never a later one of the same number: since Linux 6.9, and `leavesOthers` says what that is needed for.
//
// Waiting. The exit and the end of each pipe are told apart and in any order; a grandchild that holds a pipe delays the
// end of the pipe, never the exit. Whoever has seen the exit reads what is left (`readAvailable`) and closes.

internal import CLibUV
internal import CLinux
internal import Glibc
package import HostSystem

/// A running program, or one that has ended.
///
/// *Owner/thread*: the loop's thread, and held by it until it is reaped. The owner calls `close()`, at any time.
package final class ChildProcess {
    /// How a program ended.
    package enum Exit: Equatable, Sendable {
        /// *Units and range*: 0 to 255.
        case code(Int32)
        /// *Units and range*: the number of the signal that killed it.
        case signal(Int32)
    }

    /// Its process id and, since it founds a session, the number of its session and process group.
    package let processID: Int32
    /// What it writes; nil where that is not read.
    ///
    /// They may be closed at any time; the program then gets SIGPIPE.
    package private(set) var output: UnixStream?
    package private(set) var errors: UnixStream?
    /// How it ended, once it has.
    package private(set) var exit: Exit?
    /// Told once how it ended.
    ///
    /// Output may still be waiting in the pipes, and others of its group may still run.
    package var onExit: ((Exit) -> Void)?
    /// Whether the loop keeps turning for it: while it runs, unless it was let go.
    var holdsLoop: Bool { exit == nil && !isLetGo }

    private let watch: ChildWatch
    private var isLetGo = false
    private var isClosed = false
    private var isReaped = false
    /// Names the group of a child that is reaped.
    private var pidfd: OwnedDescriptor?

    /// Starts a program on another thread, and hands it over, or the reason why it was not started.
    ///
    /// The errors are those of `init(loop:start:)`. `run()` does not return before `then` was called.
    package static func start(
        loop: Loop, _ start: ProcessStart, then: @escaping (Result<ChildProcess, LoopError>) -> Void
    ) {
        do throws(LoopError) {
            // Before the start: the child may end at once.
            let watch = try loop.childWatch()
            try loop.work {
                Result { () throws(LoopError) in try StartedProcess(start) }
            } then: { started in
                do throws(LoopError) {
                    let child = try ChildProcess(loop: loop, watch: watch, started: try started.get())
                    then(.success(child))
                    // Its end may have been signalled before it was known.
                    child.lookForEnd()
                } catch {
                    then(.failure(error))
                }
            }
        } catch {
            then(.failure(error))
        }
    }

    /// Starts a program, for those who have nothing else to do meanwhile.
    ///
    /// *Throws*: `unusableText` for a NUL byte in what it is given; `untrusted` where other users could have changed the
    /// program or something on the way to it; `unreadableProgram`; `failed` with the system's reason, of which ENOENT,
    /// EACCES and E2BIG are the program's (or its directory's) fault and EAGAIN, EMFILE and ENOMEM are this host's.
    package convenience init(loop: Loop, start: ProcessStart) throws(LoopError) {
        let watch = try loop.childWatch()
        try self.init(loop: loop, watch: watch, started: try StartedProcess(start))
    }

    private init(loop: Loop, watch: ChildWatch, started: consuming StartedProcess) throws(LoopError) {
        self.watch = watch
        processID = started.processID
        watch.add(self)
        do throws(LoopError) {
            if let output = started.output {
                self.output = try UnixStream(loop: loop, descriptor: output, peer: nil)
            }
            if let errors = started.errors {
                self.errors = try UnixStream(loop: loop, descriptor: errors, peer: nil)
            }
        } catch {
            signalGroup(SIGKILL)
            close()
            throw error
        }
    }

    /// Signals every process of its group, also what it left behind when it ended.
    ///
    /// Answers whether at least one could be signalled, itself included where it has ended; false after `close()`.
    @discardableResult
    package func signalGroup(_ number: Int32) -> Bool {
        guard processID > 1, !isClosed else { return false }
        guard isReaped else { return kill(-processID, number) == 0 }
        guard let descriptor = pidfd?.number else { return false }
        return deeplink_pidfd_signal_group(descriptor, number) == 0
    }

    /// Whether others of its group may still run after its own end.
    ///
    /// Of a child that is not reaped the kernel only says that the group is not empty, since the child itself is in it. So
    /// this reaps it where the group can be signalled without it. Where it cannot, before Linux 6.9 or where the child is
    /// another user's, the answer is true.
    package func leavesOthers() -> Bool {
        guard exit != nil, !isClosed else { return false }
        if !isReaped {
            let answer = deeplink_pidfd_open(processID)
            guard answer >= 0 else { return true }
            let descriptor = OwnedDescriptor(answer)
            guard deeplink_pidfd_signal_group(descriptor.number, 0) == 0 else { return true }
            pidfd = consume descriptor
            reap()
        }
        guard let number = pidfd?.number else { return true }
        return deeplink_pidfd_signal_group(number, 0) != -ESRCH
    }

    /// Does not keep the loop going for it any more; its exit is told all the same, as long as the loop turns.
    package func letGo() {
        isLetGo = true
        watch.childDidChange()
    }

    /// Lets it run on by itself: the loop does not wait for it, reaps it when it ends, and says so.
    ///
    /// Nothing else is told of it any more.
    package func leaveAlone(onEnd: @escaping () -> Void) {
        close()
        onExit = { _ in onEnd() }
    }

    /// Ends all interest: closes the pipes, drops the closure, and reaps the child.
    ///
    /// A program still running is left alone, and reaped when it ends.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        output?.close()
        errors?.close()
        onExit = nil
        pidfd = nil
        if exit == nil { letGo() } else { reap() }
    }

    private func reap() {
        guard !isReaped else { return }
        isReaped = true
        // ignored: it has ended and is ours, so that the call neither waits nor fails.
        _ = waitpid(processID, nil, WNOHANG)
        watch.remove(self)
    }

    /// Tells the owner if the child has ended.
    func lookForEnd() {
        var end = deeplink_end()
        guard exit == nil, unsafe deeplink_peek_end(processID, &end) == 0, end.pid == processID else { return }
        let exit: Exit = end.was_signalled == 0 ? .code(end.number) : .signal(end.number)
        self.exit = exit
        let report = onExit
        onExit = nil
        report?(exit)
        if isClosed { reap() }
    }
}
