internal import CLinux
internal import Glibc

/// A command that a person wrote on a command line.
///
/// It gets a text on standard input. Standard output is this process's own, and standard error is a pipe to this process.
/// It is in a session of its own, so that an interrupt at the terminal does not reach it.
package final class CommandProcess {
    private let processID: Int32
    /// Readable once the command has ended.
    private let pidfd: OwnedDescriptor
    private let errors: OwnedDescriptor
    private var input: OwnedDescriptor?
    private let task: String

    /// Starts a command.
    ///
    /// - Parameter words: the program and its arguments; a program without a slash is looked up in `PATH`.
    ///
    /// *Throws*: `failed`, with ENOENT or EACCES for a program that is not there or cannot be started; `unusableText` for a
    /// NUL byte.
    package init(_ words: [String], environment: [String: String]) throws(LoopError) {
        task = "start \(words.first ?? "")"
        let inputPipe = try Pipe(to: task)
        let errorPipe = try Pipe(to: task)
        let streams = [inputPipe.reading.number, STDOUT_FILENO, errorPipe.writing.number]
        processID = try ProgramStart.start(words, environment: environment, streams: streams, to: task)
        pidfd = OwnedDescriptor(try checked("pidfd_open", to: task, deeplink_pidfd_open(processID)))
        errors = errorPipe.reading
        input = .some(inputPipe.writing)
        for number in [errors.number, input?.number ?? -1] {
            // ignored: fails only for a number that is no descriptor.
            _ = fcntl(number, F_SETFL, O_NONBLOCK)
        }
    }

    /// Feeds the command, passes on what it writes to standard error, and waits for its end.
    ///
    /// A process that it leaves behind is not waited for.
    ///
    /// *Throws*: `failed` if the wait fails.
    package func run(input bytes: [UInt8], onErrors: (Span<UInt8>) -> Void) throws(LoopError) -> ProgramEnd {
        var rest = bytes[...]
        var hasErrors = true
        while true {
            feed(&rest)
            var poll = DescriptorPoll()
            let end = poll.add(pidfd.number, reading: true)
            if hasErrors { _ = poll.add(errors.number, reading: true) }
            if let number = input?.number { _ = poll.add(number, reading: false, writing: true) }
            try poll.wait()
            let hasEnded = poll.isReadable(end)
            hasErrors = hasErrors && ProgramStart.drain(errors.number, onErrors)
            if hasEnded { return ProgramStart.reap(processID) }
        }
    }

    /// Writes as much as the pipe takes, and closes it behind the last byte, or if the command has closed it.
    private func feed(_ rest: inout ArraySlice<UInt8>) {
        while !rest.isEmpty, let number = input?.number {
            let count = unsafe rest.withUnsafeBytes { unsafe write(number, $0.baseAddress, $0.count) }
            if count > 0 {
                rest.removeFirst(count)
            } else if errno == EAGAIN {
                return
            } else if errno != EINTR {
                break
            }
        }
        input = nil
    }

}
