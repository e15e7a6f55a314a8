internal import CLibUV
internal import CLinux
internal import Glibc
internal import HostSystem

/// A child that was just started, and the reading ends of its pipes.
///
/// *Owner/thread*: any thread may start it; on the loop's thread a `ChildProcess` takes it over.
struct StartedProcess: ~Copyable, Sendable {
    let processID: Int32
    /// *Units*: nanoseconds on the monotonic clock, just before the check and the start.
    let startedNs = HostClock.monotonicNs
    /// Nil if its output goes to /dev/null.
    let output: OwnedDescriptor?
    let errors: OwnedDescriptor?

    /// Checks a program and starts it.
    ///
    /// This thread waits until the child has called exec.
    ///
    /// *Throws*: `unusableText` for a NUL byte in a string of `start`; `untrusted` if other users could have changed
    /// the program or something on the way to it; `unreadableProgram`; `failed` with the system's reason: ENOENT,
    /// EACCES and E2BIG are faults of the program (or its directory), EAGAIN, EMFILE and ENOMEM of this host.
    init(_ start: ProcessStart) throws(LoopError) {
        let input = try InputFile(start.input, to: start.task)
        // Until the child has it.
        defer { withExtendedLifetime(input) {} }
        guard start.isRead else {
            processID = try Self.spawn(start, [input.number, -1, -1])
            output = nil
            errors = nil
            return
        }
        let outputPipe = try ProgramPipe(to: start.task)
        let errorsPipe = try ProgramPipe(to: start.task)
        processID = try Self.spawn(start, [input.number, outputPipe.writing.number, errorsPipe.writing.number])
        output = .some(outputPipe.reading)
        errors = .some(errorsPipe.reading)
    }

    /// Starts the program; returns its process id.
    private static func spawn(_ start: ProcessStart, _ streams: [Int32]) throws(LoopError) -> Int32 {
        guard start.program.utf8.first == UInt8(ascii: "/"), !start.arguments.isEmpty else {
            throw .unusableText(start.program)
        }
        let environment = try CStringList(try start.environmentEntries())
        let directory = try CStringList([start.directory].compactMap { $0 })
        let program = try ProgramFile(start.program)
        // Until the child has called exec, the program's descriptor must be open.
        defer { withExtendedLifetime(program) {} }
        // ignored: fails before Linux 5.11; all descriptors that this program opens itself are close-on-exec.
        _ = deeplink_seal_descriptors()
        var processID: Int32 = 0
        func spawn(_ path: String, _ arguments: [String], _ descriptor: Int32?) throws(LoopError) -> Int32 {
            // A list of one string, for the same check and the same lifetime.
            let path = try CStringList([path])
            let arguments = try CStringList(arguments)
            return unsafe deeplink_spawn(
                &processID, path.pointers[0], descriptor ?? -1, arguments.pointers, environment.pointers,
                directory.pointers[0], streams)
        }
        var answer = try spawn(program.path, start.arguments, program.number)
        if answer == -ENOEXEC, let shell = program.shell {
            answer = try spawn(shell, [shell, program.path] + start.arguments.dropFirst(), nil)
        }
        try checked("execve", to: start.task, answer)
        return processID
    }
}
