internal import CLinux
internal import Glibc

/// A program that is run for what it prints: `xdg-mime query default x-scheme-handler/podcast`.
///
/// It reads nothing, and what it writes to standard error is not kept. It is in a session of its own. Where its time is over
/// it is killed; what it has started runs on, as a clicked link should.
package struct CapturedProgram {
    /// How it ended; nil if its time was over.
    package let end: ProgramEnd?
    /// What it wrote to standard output, up to the limit.
    package let output: [UInt8]

    /// The path of a program; nil if there is none that this user may start.
    ///
    /// - Parameters:
    ///   - name: with a slash the path itself.
    ///   - path: the folders to look into, as in `PATH`.
    package static func find(_ name: String, in path: String) -> String? {
        let candidates = name.contains("/") ? [name] : path.split(separator: ":").map { $0 + "/" + name }
        return candidates.first { candidate in
            guard !candidate.utf8.contains(0), let status = try? FileStatus(of: candidate) else { return false }
            let answer = unsafe access(candidate, X_OK)
            return status.kind == .file && answer == 0
        }
    }

    /// Runs a program to its end.
    ///
    /// - Parameters:
    ///   - words: the path of the program, and its arguments.
    ///   - byteLimit: further output is read and dropped.
    ///
    /// *Throws*: `failed` for a program that cannot be started; `unusableText` for a NUL byte.
    package init(
        _ words: [String], environment: [String: String], within time: Duration, byteLimit: Int = 1 << 20
    ) throws(LoopError) {
        let task = "start \(words.first ?? "")"
        let pipe = try Pipe(to: task)
        let reading = pipe.reading
        let writing = pipe.writing
        let processID = try ProgramStart.start(
            words, at: words.first, environment: environment, streams: [-1, writing.number, -1], to: task)
        // Without this end the end of the output is noticed.
        _ = consume writing
        let pidfd = OwnedDescriptor(try checked("pidfd_open", to: task, deeplink_pidfd_open(processID)))
        let endNs =
            HostClock.monotonicNs + Int64(time.components.seconds) * 1_000_000_000
            + time.components.attoseconds / 1_000_000_000
        // ignored: fails only for a number that is no descriptor.
        _ = fcntl(reading.number, F_SETFL, O_NONBLOCK)
        var (bytes, isOpen, hasEnded) = ([UInt8](), true, false)
        while !hasEnded, HostClock.monotonicNs < endNs {
            var poll = DescriptorPoll()
            let ending = poll.add(pidfd.number, reading: true)
            if isOpen { _ = poll.add(reading.number, reading: true) }
            try poll.wait(until: endNs)
            hasEnded = poll.isReadable(ending)
            isOpen =
                isOpen
                && ProgramStart.drain(reading.number) { chunk in
                    for index in 0..<min(chunk.count, byteLimit - bytes.count) { bytes.append(chunk[index]) }
                }
        }
        if !hasEnded { _ = kill(processID, SIGKILL) }
        let end = ProgramStart.reap(processID)
        self.end = hasEnded ? end : nil
        output = bytes
    }
}
