// Starts programs for commands without a loop, and says how each ended.

internal import CLinux
internal import Glibc

/// How a program ended.
package enum ProgramEnd: Equatable, Sendable {
    /// *Units and range*: 0 to 255.
    case code(Int32)
    /// *Units and range*: the number of the signal that killed it.
    case signal(Int32)
}

/// Starts programs, each in a session of its own.
enum ProgramStart {
    /// Starts a program, and returns the number of its process.
    ///
    /// - Parameters:
    ///   - words: the name of the program and its arguments.
    ///   - path: the program's file; nil for a name that is looked up in `PATH`.
    ///   - streams: what it has as standard input, output and error; -1 for /dev/null.
    ///
    /// *Throws*: `failed`, with ENOENT or EACCES for a program that is not there or cannot be started; `unusableText` for a
    /// NUL byte.
    static func start(
        _ words: [String], at path: String? = nil, environment: [String: String], streams: [Int32], to task: String
    ) throws(LoopError) -> Int32 {
        let file = try CStringList([path ?? self.path(of: words.first ?? "", in: environment["PATH"] ?? "")])
        let arguments = try CStringList(words)
        let variables = try CStringList(environment.map { "\($0.key)=\($0.value)" })
        var processID: Int32 = 0
        try checked(
            "execve", to: task,
            unsafe deeplink_spawn(
                &processID, file.pointers[0], -1, arguments.pointers, variables.pointers, nil, streams))
        return processID
    }

    /// Reads what is there; false once nothing more can arrive.
    static func drain(_ number: Int32, _ take: (Span<UInt8>) -> Void) -> Bool {
        while true {
            let count = unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4096) { buffer in
                let count = unsafe read(number, buffer.baseAddress, buffer.count)
                if count > 0 { take(unsafe UnsafeBufferPointer(rebasing: buffer[..<count]).span) }
                return count
            }
            if count == 0 { return false }
            if count < 0, errno != EINTR { return errno == EAGAIN }
        }
    }

    /// The end of a child that has ended, or that was killed just now.
    static func reap(_ processID: Int32) -> ProgramEnd {
        var end = deeplink_end()
        // ignored: it has ended or will at once, and is our child, so the calls do not fail.
        unsafe _ = deeplink_peek_end(processID, &end)
        _ = waitpid(processID, nil, 0)
        return end.was_signalled == 0 ? .code(end.number) : .signal(end.number)
    }

    /// The path of a program; its name where no folder has it.
    private static func path(of name: String, in folders: String) -> String {
        guard !name.contains("/") else { return name }
        let candidates = folders.split(separator: ":").map { $0 + "/" + name }
        return candidates.first { unsafe access($0, X_OK) == 0 } ?? name
    }
}

/// The two ends of a pipe.
struct Pipe: ~Copyable {
    let reading: OwnedDescriptor
    let writing: OwnedDescriptor

    init(to task: String) throws(LoopError) {
        var ends: [Int32] = [-1, -1]
        try checked("pipe2", to: task, unsafe deeplink_pipe(&ends))
        reading = OwnedDescriptor(ends[0])
        writing = OwnedDescriptor(ends[1])
    }
}
