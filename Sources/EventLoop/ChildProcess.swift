// A program that somebody asked for, in a session and process group of its own.
//
// What the child gets. Standard input is /dev/null. Standard output and error are pipes (a script's `echo > /dev/stderr` fails
// on a socket pair), or /dev/null for a launched one. Every other descriptor is marked close-on-exec just before the start,
// also those this process was born with. No signal is blocked, and all have their default, but for 32 and 33: the C
// library has those for itself, and posix_spawn leaves them ignored. The program and everything on the way to it are checked
// before each start, and most programs are started by descriptor: see ProgramFile.swift.
//
// posix_spawn starts it and not uv_spawn, which forks: a fork copies the page tables of the dispatcher, and then each page that
// it writes. In a profile under a flood of starts these copies stood first. This thread waits until the child calls exec.
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
internal import Glibc

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
    /// What it writes; nil for a launched one.
    ///
    /// They may be closed at any time; the program then gets SIGPIPE.
    package let output: UnixStream?
    package let errors: UnixStream?
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

    /// Starts a program whose output is read.
    ///
    /// *Throws*: `unusableText` for a NUL byte in what it is given; `untrusted` where other users could have changed the
    /// program or something on the way to it; `failed` with the system's reason, of which ENOENT,
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
        child.close()
        child.onExit = { _ in onEnd() }
        return child.processID
    }

    private init(
        loop: Loop, start: ProcessStart, output: UnixStream?, errors: UnixStream?, descriptors: [Int32?]
    ) throws(LoopError) {
        // Before the start: the child may end at once.
        watch = try loop.childWatch()
        processID = try Self.spawn(start, descriptors)
        self.output = output
        self.errors = errors
        watch.add(self)
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

    // MARK: Starting

    private static func makePipe(to task: String) throws(LoopError) -> (read: Int32, write: Int32) {
        var ends: (Int32, Int32) = (-1, -1)
        let answer = unsafe withUnsafeMutablePointer(to: &ends) {
            unsafe $0.withMemoryRebound(to: Int32.self, capacity: 2) { unsafe uv_pipe($0, 0, 0) }
        }
        try checked("pipe", to: task, answer)
        return ends
    }

    /// Starts the program; answers its process id.
    private static func spawn(_ start: ProcessStart, _ descriptors: [Int32?]) throws(LoopError) -> Int32 {
        guard start.program.utf8.first == UInt8(ascii: "/"), !start.arguments.isEmpty else {
            throw .unusableText(start.program)
        }
        let environment = try CStringList(try start.environmentEntries())
        let directory = try CStringList([start.directory].compactMap { $0 })
        let streams = descriptors.map { $0 ?? -1 }
        let program = try ProgramFile(start.program)
        // Until the child has called exec the path may be that of an open descriptor.
        defer { withExtendedLifetime(program) {} }
        // ignored: before Linux 5.11 descriptors are trusted to be close-on-exec; all that this program opens are.
        _ = deeplink_seal_descriptors()
        var processID: Int32 = 0
        func spawn(_ path: String, _ arguments: [String]) throws(LoopError) -> Int32 {
            // The path is a list of one for the same check and the same lifetime.
            let path = try CStringList([path])
            let arguments = try CStringList(arguments)
            return unsafe deeplink_spawn(
                &processID, path.pointers[0], arguments.pointers, environment.pointers, directory.pointers[0], streams)
        }
        var answer = try spawn(program.path, start.arguments)
        if answer == -ENOEXEC, let shell = program.shell {
            answer = try spawn(shell, [shell, program.path] + start.arguments.dropFirst())
        }
        try checked("posix_spawn", to: "start \(start.program)", answer)
        return processID
    }
}
