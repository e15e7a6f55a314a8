internal import CLinux
internal import Glibc

/// A program that outlives this one, and that nothing waits for.
package enum DetachedProgram {
    /// Starts a program in a session of its own, with /dev/null in the place of its standard streams.
    ///
    /// - Parameters:
    ///   - words: the name of the program, which is looked up in `PATH`, and its arguments.
    ///   - path: the program's file, if that is known.
    ///   - input: what it reads from standard input; this waits until the program has taken what a pipe does not hold.
    ///
    /// *Throws*: `failed`, with ENOENT or EACCES for a program that is not there or cannot be started, and with EPIPE for one
    /// that ended before it took its input; `unusableText` for a NUL byte.
    package static func start(
        _ words: [String], at path: String? = nil, environment: [String: String], input: [UInt8] = []
    ) throws(LoopError) {
        let task = "start \(words.first ?? "")"
        var ends: [Int32] = [-1, -1]
        try checked("pipe2", to: task, unsafe deeplink_pipe(&ends))
        let reading = OwnedDescriptor(ends[0])
        let writing = OwnedDescriptor(ends[1])
        // ignored: on an older kernel the program has what this one has inherited; who waits for its end waits longer.
        _ = deeplink_seal_descriptors()
        let file = try CStringList([path ?? CommandProcess.program(words.first ?? "", environment["PATH"] ?? "")])
        let arguments = try CStringList(words)
        let variables = try CStringList(environment.map { "\($0.key)=\($0.value)" })
        let streams = [input.isEmpty ? -1 : reading.number, -1, -1]
        var processID: Int32 = 0
        try checked(
            "execve", to: task,
            unsafe deeplink_spawn(
                &processID, file.pointers[0], -1, arguments.pointers, variables.pointers, nil, streams))
        // Without this end a program that has ended is noticed.
        _ = consume reading
        try writeAll(input, to: writing.number, task: task)
    }
}
