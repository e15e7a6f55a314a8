// A started program, in a session and process group of its own.
//
// What the child gets. Standard input is /dev/null, or a file in memory. Standard output and error are pipes, or /dev/null for a launched
// program; on a socket pair a script's `echo > /dev/stderr` would fail. Every other descriptor is marked close-on-exec just
// before the start, also those this process inherited. No signal is blocked, and all signals have their default effect. The
// program and everything on the way to it are checked before each start, and most programs are started by descriptor: see
// ProgramFile.swift.
//
// `deeplink_spawn` starts it and not uv_spawn, which forks: a fork copies the page tables of the dispatcher, and then each
// page that it writes. In a profile under a flood of starts these copies took the most time. The thread that starts a child
// waits until the child calls exec: 6 ms beside sixteen busy programs, because the scheduler divides the processor by
// session. So the loop makes another thread check the program and start it (`start`).
//
// Signalling the group. The child founds its group by setsid, so the group's number is its pid. While the child is not
// reaped, no other process and no other group can have that number. So `ChildWatch` looks for ended children without
// reaping them. After an exit the owner can signal the group by its number; `close()` reaps. That holds on every kernel. A
// reaped child's group is signalled only through a pidfd, which names the group that *this* child founded, never a later
// one of the same number. This needs Linux 6.9; `hasOtherProcesses` shows the need for it.
//
// Waiting. The exit and the end of each pipe are reported separately and in any order. A grandchild that holds a pipe
// delays the end of the pipe, never the exit. After the exit the owner reads the rest (`readAvailable`) and closes.

internal import CLibUV
internal import CLinux
internal import Glibc
package import HostSystem

/// A running program, or one that has ended.
///
/// *Owner/thread*: the loop's thread; the loop holds it until it is reaped. The owner calls `close()`, at any time.
package final class ChildProcess {
    /// How a program ended.
    package enum Exit: Equatable, Sendable {
        /// *Units and range*: 0 to 255.
        case code(Int32)
        /// *Units and range*: the number of the signal that killed it.
        case signal(Int32)
    }

    /// Its process id, which is also the number of the session and the process group that it founds.
    package let processID: Int32
    /// *Units*: nanoseconds on the monotonic clock, just before its check and start.
    package let startedNs: Int64
    /// The pipe of its standard output; nil if that is not read.
    ///
    /// Both pipes may be closed at any time; the program then gets SIGPIPE.
    package private(set) var output: UnixStream?
    package private(set) var errors: UnixStream?
    /// How it ended; nil while it runs.
    package private(set) var exit: Exit?
    /// Called once with how it ended.
    ///
    /// The pipes may still hold output, and other processes of its group may still run.
    package var onExit: ((Exit) -> Void)?
    /// True while the loop keeps turning for it: while it runs, unless `unreference()` was called.
    var holdsLoop: Bool { exit == nil && !isLetGo }

    private let watch: ChildWatch
    private var isLetGo = false
    private var isClosed = false
    private var isReaped = false
    /// The descriptor for signalling the group of a reaped child.
    private var pidfd: OwnedDescriptor?

    /// Starts a program on another thread; `then` gets the child, or the reason why it was not started.
    ///
    /// The errors are those of `init(loop:start:)`. `run()` does not return before `then` was called.
    package static func start(
        loop: Loop, _ start: ProcessStart, then: @escaping (Result<ChildProcess, LoopError>) -> Void
    ) {
        do throws(LoopError) {
            // Before the start, because the child may end at once.
            let watch = try loop.childWatch()
            try loop.startLane().start(start) { started in
                do throws(LoopError) {
                    let child = try ChildProcess(loop: loop, watch: watch, started: try started.get())
                    then(.success(child))
                    // SIGCHLD may have arrived before the child was in the watch.
                    child.lookForEnd()
                } catch {
                    then(.failure(error))
                }
            }
        } catch {
            then(.failure(error))
        }
    }

    /// Starts a program, and blocks until it has started.
    ///
    /// *Throws*: `unusableText` for a NUL byte in a string of `start`; `untrusted` if other users could have changed
    /// the program or something on the way to it; `unreadableProgram`; `failed` with the system's reason: ENOENT,
    /// EACCES and E2BIG are faults of the program (or its directory), EAGAIN, EMFILE and ENOMEM of this host.
    package convenience init(loop: Loop, start: ProcessStart) throws(LoopError) {
        let watch = try loop.childWatch()
        try self.init(loop: loop, watch: watch, started: try StartedProcess(start))
    }

    private init(loop: Loop, watch: ChildWatch, started: consuming StartedProcess) throws(LoopError) {
        self.watch = watch
        processID = started.processID
        startedNs = started.startedNs
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

    /// Signals every process of its group, also those that it left behind when it ended.
    ///
    /// Returns true if at least one process got the signal, itself included if it has ended; false after `close()`.
    @discardableResult
    package func signalGroup(_ number: Int32) -> Bool {
        guard processID > 1, !isClosed else { return false }
        guard isReaped else { return kill(-processID, number) == 0 }
        guard let descriptor = pidfd?.number else { return false }
        return deeplink_pidfd_signal_group(descriptor, number) == 0
    }

    /// True if other processes of its group may still run after its own end.
    ///
    /// For a child that is not reaped the kernel only reports that the group is not empty, since the child itself is in
    /// it. So this reaps the child if the group can still be signalled afterwards. Otherwise, before Linux 6.9 or if
    /// the child is another user's, the result is true.
    package func hasOtherProcesses() -> Bool {
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

    /// Stops keeping the loop running for it; its exit is still reported as long as the loop turns.
    package func unreference() {
        isLetGo = true
        watch.childDidChange()
    }

    /// Leaves it running: the loop does not wait for it, reaps it when it ends, and then calls `onEnd`.
    ///
    /// No other event of it is reported any more.
    package func detach(onEnd: @escaping () -> Void) {
        close()
        onExit = { _ in onEnd() }
    }

    /// Closes the pipes, drops the closure, and reaps the child.
    ///
    /// A program that still runs is left running, and reaped when it ends.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        output?.close()
        errors?.close()
        onExit = nil
        pidfd = nil
        if exit == nil { unreference() } else { reap() }
    }

    private func reap() {
        guard !isReaped else { return }
        isReaped = true
        // ignored: it has ended and is our child, so the call neither waits nor fails.
        _ = waitpid(processID, nil, WNOHANG)
        watch.remove(self)
    }

    /// Calls `onExit` if the child has ended.
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
