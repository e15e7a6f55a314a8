internal import CLibUV
internal import CLinux
internal import Glibc
internal import HostSystem

/// A child that was started just now, and the ends of its pipes that are read.
///
/// *Owner/thread*: any thread may start it; its owner on the loop's thread takes it over as a `ChildProcess`.
struct StartedProcess: ~Copyable {
    let processID: Int32
    /// Nil where /dev/null takes its output.
    let output: OwnedDescriptor?
    let errors: OwnedDescriptor?

    /// Checks a program and starts it.
    ///
    /// This thread waits until the child has called exec.
    ///
    /// *Throws*: `unusableText` for a NUL byte in what it is given; `untrusted` where other users could have changed the
    /// program or something on the way to it; `unreadableProgram`; `failed` with the system's reason, of which ENOENT,
    /// EACCES and E2BIG are the program's (or its directory's) fault and EAGAIN, EMFILE and ENOMEM are this host's.
    init(_ start: ProcessStart) throws(LoopError) {
        guard start.isRead else {
            processID = try Self.spawn(start, [-1, -1, -1])
            output = nil
            errors = nil
            return
        }
        let (outputRead, outputWrite) = try Self.makePipe(to: start.task)
        let ours = OwnedDescriptor(outputRead)
        let theirs = OwnedDescriptor(outputWrite)
        let (errorsRead, errorsWrite) = try Self.makePipe(to: start.task)
        let ourErrors = OwnedDescriptor(errorsRead)
        let theirErrors = OwnedDescriptor(errorsWrite)
        processID = try Self.spawn(start, [-1, theirs.number, theirErrors.number])
        output = consume ours
        errors = consume ourErrors
    }

    private static func makePipe(to task: String) throws(LoopError) -> (read: Int32, write: Int32) {
        var ends: (Int32, Int32) = (-1, -1)
        let answer = unsafe withUnsafeMutablePointer(to: &ends) {
            unsafe $0.withMemoryRebound(to: Int32.self, capacity: 2) { unsafe uv_pipe($0, 0, 0) }
        }
        try checked("pipe", to: task, answer)
        return ends
    }

    /// Starts the program; answers its process id.
    private static func spawn(_ start: ProcessStart, _ streams: [Int32]) throws(LoopError) -> Int32 {
        guard start.program.utf8.first == UInt8(ascii: "/"), !start.arguments.isEmpty else {
            throw .unusableText(start.program)
        }
        let environment = try CStringList(try start.environmentEntries())
        let directory = try CStringList([start.directory].compactMap { $0 })
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
        try checked("posix_spawn", to: start.task, answer)
        return processID
    }
}
