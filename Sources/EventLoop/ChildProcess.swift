// A program that somebody asked for, in a session and process group of its own.
//
// What the child gets. Standard input is /dev/null. Standard output and error are pipes (libuv's own UV_CREATE_PIPE
// makes socket pairs, on which a script's `echo > /dev/stderr` fails), or /dev/null for a launched one. Every other
// descriptor is marked close-on-exec just before the start, also those this process was born with. libuv blocks all
// signals around fork, and in the child sets signals 1 to 31 to their default and empties the mask, so the SIGPIPE that
// the loop ignores is not ignored there. libuv reports a failed exec through a pipe of its own: a program that does not
// exist is an error of `init`, not an exit code. An executable file that the kernel knows no format for is run by /bin/sh:
// libuv calls execvp, and that is what execvp does.
//
// Signalling the group. The child founds its group by setsid, so the group's number is its pid. While the child is not
// reaped, nobody else can have that number. Afterwards the number stays taken only as long as a member of the group
// lives, and could then name strangers. A pidfd opened before the loop can reap the child settles it: since Linux 6.9 it
// signals the group that *this* process founded, never a later one of the same number. On older kernels a reaped child's
// group is signalled by number only if no process has that number: a stranger's group would have its leader there.
//
// Waiting. The exit and the end of each pipe are told apart and in any order; a grandchild that holds a pipe delays the
// end of the pipe, never the exit. Whoever has seen the exit reads what is left (`readAvailable`) and closes.

internal import CLibUV
internal import Glibc

/// A running program, or one that has ended.
///
/// *Owner/thread*: the loop's thread. The owner calls `close()`, at any time.
package final class ChildProcess: HandleOwner {
    /// How a program ended.
    package enum Exit: Equatable, Sendable {
        /// *Units and range*: 0 to 255.
        case code(Int32)
        /// *Units and range*: the number of the signal that killed it.
        case signal(Int32)
    }

    /// Its process id and, since it founds a session, the number of its session and process group.
    package let processID: Int32
    /// What it writes; nil for a launched one.
    ///
    /// They may be closed at any time; the program then gets SIGPIPE.
    package let output: UnixStream?
    package let errors: UnixStream?
    /// How it ended, once it has.
    package private(set) var exit: Exit?
    /// Told once how it ended.
    ///
    /// Output may still be waiting in the pipes.
    package var onExit: ((Exit) -> Void)?

    private let loop: Loop
    private let handle: HandleMemory
    private var pidfd: OwnedDescriptor?

    /// Starts a program whose output is read.
    ///
    /// *Throws*: `unusableText` for a NUL byte in what it is given; `failed` with the system's reason, of which ENOENT,
    /// EACCES and E2BIG are the program's (or its directory's) fault and EAGAIN, EMFILE and ENOMEM are this host's.
    package convenience init(loop: Loop, start: ProcessStart) throws(LoopError) {
        let task = "start \(start.program)"
        let (outputRead, outputWrite) = try Self.makePipe(to: task)
        let ours = OwnedDescriptor(outputRead)
        let theirs = OwnedDescriptor(outputWrite)
        let (errorsRead, errorsWrite) = try Self.makePipe(to: task)
        let ourErrors = OwnedDescriptor(errorsRead)
        let theirErrors = OwnedDescriptor(errorsWrite)
        let output = try UnixStream(loop: loop, descriptor: ours, peer: nil)
        do throws(LoopError) {
            let errors = try UnixStream(loop: loop, descriptor: ourErrors, peer: nil)
            do throws(LoopError) {
                try self.init(
                    loop: loop, start: start, output: output, errors: errors,
                    descriptors: [nil, theirs.number, theirErrors.number])
            } catch {
                errors.close()
                throw error
            }
        } catch {
            output.close()
            throw error
        }
    }

    /// Starts a program that may outlive this process, with /dev/null for all three streams; answers its process id.
    ///
    /// It is reaped when it ends, as long as the loop runs, and `onEnd` is told; it does not keep the loop going.
    /// *Throws*: as `init(loop:start:)`.
    @discardableResult
    package static func launch(
        loop: Loop, start: ProcessStart, onEnd: @escaping () -> Void = {}
    ) throws(LoopError) -> Int32 {
        let child = try ChildProcess(
            loop: loop, start: start, output: nil, errors: nil, descriptors: [nil, nil, nil])
        child.onEnd = onEnd
        child.close()
        return child.processID
    }

    private init(
        loop: Loop, start: ProcessStart, output: UnixStream?, errors: UnixStream?, descriptors: [Int32?]
    ) throws(LoopError) {
        handle = try Self.spawn(loop, start, descriptors)
        self.loop = loop
        self.output = output
        self.errors = errors
        processID = unsafe handle.open(as: uv_process_t.self).map { unsafe uv_process_get_pid($0) } ?? 0
        let answer = deeplink_pidfd_open(processID)
        pidfd = answer >= 0 ? OwnedDescriptor(answer) : nil
        handle.owner = self
    }

    /// Signals every process of its group, also what it left behind after its own end.
    ///
    /// Answers whether anybody was signalled: false once the group is empty, and after `close()`.
    @discardableResult
    package func signalGroup(_ number: Int32) -> Bool {
        guard processID > 1, !isAbandoned else { return false }
        if let descriptor = pidfd?.number {
            let answer = deeplink_pidfd_signal_group(descriptor, number)
            if answer != -EINVAL && answer != -ENOSYS && answer != -EPERM { return answer == 0 }
        }
        guard exit == nil || (kill(processID, 0) == -1 && errno == ESRCH) else { return false }
        return kill(-processID, number) == 0
    }

    /// Ends all interest: closes the pipes and drops the closure.
    ///
    /// A program still running is left alone, and reaped when it ends.
    package func close() {
        guard !isAbandoned else { return }
        isAbandoned = true
        output?.close()
        errors?.close()
        onExit = nil
        pidfd = nil
        guard exit == nil, let process = unsafe handle.open(as: uv_handle_t.self) else { return }
        unsafe uv_unref(process)
        loop.keepOrphan(self)
    }

    private var isAbandoned = false
    /// Told when a launched program has ended, though nobody follows it.
    private var onEnd: (() -> Void)?

    /// Gives up reaping, since the loop ends; the program then is init's.
    func dropHandle() {
        handle.close()
    }

    fileprivate func didExit(_ status: Int64, _ signal: Int32) {
        exit = signal == 0 ? .code(Int32(truncatingIfNeeded: status)) : .signal(signal)
        handle.close()
    }

    func handleDidClose() {
        loop.forgetOrphan(self)
        let report = onExit
        onExit = nil
        if let exit { report?(exit) }
        let end = onEnd
        onEnd = nil
        end?()
    }

    // MARK: Starting

    private static func makePipe(to task: String) throws(LoopError) -> (read: Int32, write: Int32) {
        var ends: (Int32, Int32) = (-1, -1)
        let answer = unsafe withUnsafeMutablePointer(to: &ends) {
            unsafe $0.withMemoryRebound(to: Int32.self, capacity: 2) { unsafe uv_pipe($0, 0, 0) }
        }
        try checked("pipe", to: task, answer)
        return ends
    }

    private static func spawn(_ loop: Loop, _ start: ProcessStart, _ descriptors: [Int32?])
        throws(LoopError) -> HandleMemory
    {
        let arguments = try CStringList(start.arguments)
        let environment = try CStringList(try start.environmentEntries())
        // The two paths are lists of one for the same check and the same lifetime.
        let paths = try CStringList([start.program, start.directory ?? "."])
        guard start.program.utf8.first == UInt8(ascii: "/"), !start.arguments.isEmpty else {
            throw .unusableText(start.program)
        }
        // ignored: before Linux 5.11 descriptors are trusted to be close-on-exec; all that this program opens are.
        _ = deeplink_seal_descriptors()
        var options = unsafe uv_process_options_t()
        unsafe options.exit_cb = childDidExit
        unsafe options.file = UnsafePointer(paths.pointers[0])
        unsafe options.args = arguments.pointers
        unsafe options.env = environment.pointers
        if start.directory != nil { unsafe options.cwd = UnsafePointer(paths.pointers[1]) }
        unsafe options.flags = UV_PROCESS_DETACHED.rawValue
        var streams = unsafe descriptors.map { unsafe container($0) }
        var answer: Int32 = 0
        let handle = try HandleMemory(UV_PROCESS, on: loop, call: "uv_spawn", to: "start \(start.program)") {
            loop, memory in
            unsafe streams.withUnsafeMutableBufferPointer { streams in
                unsafe options.stdio = streams.baseAddress
                unsafe options.stdio_count = Int32(streams.count)
                unsafe answer = uv_spawn(loop, memory.assumingMemoryBound(to: uv_process_t.self), &options)
            }
            // Unlike other init calls a failed uv_spawn has put the handle on the loop's books: it must be closed.
            return 0
        }
        guard answer == 0 else {
            handle.close()
            throw .failed(task: "start \(start.program)", call: "uv_spawn", code: SystemCode(answer: answer))
        }
        return handle
    }

    /// libuv opens /dev/null for a standard stream that is ignored.
    private static func container(_ descriptor: Int32?) -> uv_stdio_container_t {
        var container = unsafe uv_stdio_container_t()
        unsafe container.flags = descriptor == nil ? UV_IGNORE : UV_INHERIT_FD
        if let descriptor { unsafe container.data.fd = descriptor }
        return unsafe container
    }
}

@c private func childDidExit(_ process: UnsafeMutablePointer<uv_process_t>?, _ status: Int64, _ signal: Int32) {
    unsafe HandleMemory.owner(of: process, as: ChildProcess.self)?.didExit(status, signal)
}
