// Tests start programs by posix_spawn and wait for them by a pidfd, never by Foundation's `Process`. One thread of Foundation
// waits for all children of a process: it takes a closed socket for the end of a child, and then sits in wait4 for a program
// that still runs, so that the end of every other program is never reported.

import Foundation
import Glibc

/// A program that a test started; the test ends it, by its process id.
package final class ChildProgram {
    /// The way in which a program ended.
    package enum Exit: Equatable {
        case code(Int32)
        case signal(Int32)
    }

    /// The result of a program that ran to its end.
    package struct Run {
        package let exit: Exit
        package let output: String
        package let errors: String
    }

    /// The reason why a program did not start or did not end.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
        init(_ description: String) { self.description = description }
    }

    package let processID: Int32
    /// Becomes readable when the program has ended.
    package let endDescriptor: Int32
    /// Nil until a wait has found the end.
    package private(set) var exit: Exit?

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - environment: of the program; nil for that of the tests.
    ///   - descriptors: its descriptors 0, 1, 2, …; nil stands for a closed one.
    ///   - blocksSignals: true to start it with all signals blocked, as a careless parent may leave them.
    ///
    /// *Throws*: `Failure`.
    package init(
        _ path: String, _ arguments: [String], environment: [String: String]? = nil, descriptors: [Int32?],
        blocksSignals: Bool = false
    ) throws {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe _ = posix_spawn_file_actions_destroy(&actions) }
        // First above all of them, then into place: a duplicate onto its own number loses close-on-exec, and one onto
        // another's number replaces that one.
        let above = descriptors.compactMap { $0 }.reduce(Int32(descriptors.count), max) + 1
        for (number, descriptor) in descriptors.enumerated() {
            if let descriptor { unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, above + Int32(number)) }
        }
        for (number, descriptor) in descriptors.enumerated() {
            let duplicate = above + Int32(number)
            if descriptor != nil { unsafe posix_spawn_file_actions_adddup2(&actions, duplicate, Int32(number)) }
            unsafe posix_spawn_file_actions_addclose(&actions, descriptor == nil ? Int32(number) : duplicate)
        }
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe _ = posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        unsafe sigfillset(&signals)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        // The threads that run tests have their signals blocked, and a child would inherit that.
        if !blocksSignals { unsafe sigemptyset(&signals) }
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        var argv = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
        var envp = unsafe Self.complete(environment).map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        defer { unsafe (argv + envp).forEach { unsafe free($0) } }
        var processID: pid_t = 0
        var answer: Int32
        var tries = 0
        repeat {
            answer = unsafe posix_spawn(&processID, path, &actions, &attributes, &argv, &envp)
            tries += 1
            // A file that this test has just written stays busy while a child of another test, between fork and exec, has
            // the descriptor for writing.
        } while answer == ETXTBSY && tries < 1000 && usleep(1000) == 0
        guard answer == 0 else { throw Failure("cannot start \(path): errno \(answer)") }
        self.processID = processID
        endDescriptor = Int32(truncatingIfNeeded: RawCall.function?(RawCall.pidfdOpen, Int(processID), 0, 0) ?? -1)
    }

    /// Starts a program whose streams lead to the test, or nowhere.
    ///
    /// *Throws*: `Failure`.
    package convenience init(
        _ path: String, _ arguments: [String], environment: [String: String]? = nil, input: ProgramPipe? = nil,
        output: ProgramPipe? = nil, errors: ProgramPipe? = nil
    ) throws {
        let nowhere = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(nowhere) }
        let descriptors = [input, output, errors].map { $0?.programEnd ?? nowhere }
        try self.init(path, arguments, environment: environment, descriptors: descriptors)
        for pipe in [input, output, errors] { pipe?.closeProgramEnd() }
    }

    deinit {
        kill()
        close(endDescriptor)
    }

    /// What a program needs besides, to load the tests' libraries and to report as they do.
    private static func complete(_ environment: [String: String]?) -> [String: String] {
        let own = ProcessInfo.processInfo.environment
        guard var all = environment else { return own }
        let folders = [all["LD_LIBRARY_PATH"], own["LD_LIBRARY_PATH"]].compactMap { $0 }.joined(separator: ":")
        all["LD_LIBRARY_PATH"] = folders.isEmpty ? nil : folders
        // In a build with coverage the programs record what the tests reach in them.
        all["LLVM_PROFILE_FILE"] = own["LLVM_PROFILE_FILE"]
        // In a build with a sanitizer they report where the tests do.
        return all.merging(Sanitizer.environment) { given, _ in given }
    }

    /// True once the program has ended.
    package var hasEnded: Bool { exit != nil || (try? isOver(within: 0)) ?? true }

    /// Sends a signal, unless the program has ended.
    package func signal(_ number: Int32) {
        if exit == nil { _ = Glibc.kill(processID, number) }
    }

    /// Waits for its end.
    ///
    /// *Throws*: `Failure` when the time is over; the program is killed then.
    @discardableResult
    package func wait(_ milliseconds: Int32 = longestWait) throws -> Exit {
        if let exit { return exit }
        guard try isOver(within: milliseconds) else {
            kill()
            throw Failure("process \(processID) did not end")
        }
        return reap()
    }

    /// How long a test waits for an end that must come.
    ///
    /// *Units*: milliseconds.
    package static let longestWait: Int32 = Sanitizer.isPresent ? 200_000 : 20_000

    /// Kills the program, unless it has ended.
    package func kill() {
        guard exit == nil else { return }
        signal(SIGKILL)
        reap()
    }

    private func isOver(within milliseconds: Int32) throws -> Bool {
        var set = pollfd(fd: endDescriptor, events: Int16(POLLIN), revents: 0)
        while true {
            let answer = unsafe poll(&set, 1, milliseconds)
            if answer < 0, errno == EINTR { continue }
            guard answer >= 0 else { throw Failure("poll: errno \(errno)") }
            return answer > 0
        }
    }

    @discardableResult
    private func reap() -> Exit {
        var status: Int32 = 0
        while unsafe waitpid(processID, &status, 0) < 0, errno == EINTR {}
        let exit: Exit = status & 0x7F == 0 ? .code(status >> 8 & 0xFF) : .signal(status & 0x7F)
        self.exit = exit
        return exit
    }

    // MARK: To its end

    /// Runs a program to its end.
    ///
    /// All streams are files, so neither process waits for the other.
    ///
    /// *Throws*: `Failure`.
    package static func run(
        _ path: String, _ arguments: [String], input: String = "", environment: [String: String]? = nil,
        patience milliseconds: Int32 = longestWait
    ) throws -> Run {
        let streams = try (0..<3).map { _ in try unnamedFile() }
        defer { for stream in streams { close(stream) } }
        try FileHandle(fileDescriptor: streams[0]).write(contentsOf: Data(input.utf8))
        lseek(streams[0], 0, SEEK_SET)
        let program = try ChildProgram(path, arguments, environment: environment, descriptors: streams)
        let exit = try program.wait(milliseconds)
        let texts = try streams.dropFirst().map { stream in
            // The program has moved the offset, which its descriptor and this one share.
            lseek(stream, 0, SEEK_SET)
            return String(decoding: try FileHandle(fileDescriptor: stream).readToEnd() ?? Data(), as: UTF8.self)
        }
        return Run(exit: exit, output: texts[0], errors: texts[1])
    }

    private static func unnamedFile() throws -> Int32 {
        let path = "/tmp/deeplinkd-stream-" + UUID().uuidString
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure("open \(path): errno \(errno)") }
        unsafe unlink(path)
        return descriptor
    }
}
