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
        let pipe = try Pipe(to: task)
        // ignored: on an older kernel the program has what this one has inherited; who waits for its end waits longer.
        _ = deeplink_seal_descriptors()
        let reading = pipe.reading
        let writing = pipe.writing
        let streams = [input.isEmpty ? -1 : reading.number, -1, -1]
        _ = try ProgramStart.start(words, at: path, environment: environment, streams: streams, to: task)
        // Without this end a program that has ended is noticed.
        _ = consume reading
        try writeAll(input, to: writing.number, task: task)
    }
}
