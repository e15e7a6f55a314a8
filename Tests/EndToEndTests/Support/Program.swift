import Foundation
import Glibc
import TestSupport

/// A program that a test started; the test ends it, by its process id.
final class Program {
    /// The way in which a program ended.
    enum Exit: Equatable {
        case code(Int32)
        case signal(Int32)
    }

    /// The result of a program that ran to its end.
    struct Run {
        let exit: Exit
        let output: String
        let errors: String

        /// The lines of its output, each parsed as JSON.
        var lines: [JSONTree] {
            get throws { try output.split(separator: "\n").map { try JSONTree(parsing: Array($0.utf8)) } }
        }
    }

    let processID: pid_t
    /// Becomes readable when the program has ended.
    let endDescriptor: Int32
    private(set) var exit: Exit?

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - descriptors: its descriptors 0, 1, 2, …; nil stands for a closed one.
    ///   - blocksSignals: true to start it with all signals blocked, as a careless parent may leave them.
    init(
        _ path: String, _ arguments: [String], environment: [String: String], descriptors: [Int32?],
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
        var all = environment
        let libraries = [environment["LD_LIBRARY_PATH"], ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]]
        let folders = libraries.compactMap { $0 }.joined(separator: ":")
        all["LD_LIBRARY_PATH"] = folders.isEmpty ? nil : folders
        // In a build with coverage the programs record what the tests reach in them.
        all["LLVM_PROFILE_FILE"] = ProcessInfo.processInfo.environment["LLVM_PROFILE_FILE"]
        // In a build with a sanitizer they report where the tests do.
        all.merge(Sanitizer.environment) { own, _ in own }
        var argv = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
        var envp = unsafe all.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        defer { unsafe (argv + envp).forEach { unsafe free($0) } }
        var processID: pid_t = 0
        let answer = unsafe posix_spawn(&processID, path, &actions, &attributes, &argv, &envp)
        guard answer == 0 else { throw TestFailure("cannot start \(path): errno \(answer)") }
        self.processID = processID
        endDescriptor = Int32(truncatingIfNeeded: RawCall.function?(RawCall.pidfdOpen, Int(processID), 0, 0) ?? -1)
    }

    deinit {
        kill()
        close(endDescriptor)
    }

    /// Sends a signal, unless the program has ended.
    func signal(_ number: Int32) {
        if exit == nil { _ = Glibc.kill(processID, number) }
    }

    /// Waits for its end.
    @discardableResult
    func wait(_ milliseconds: Int32 = Patience.milliseconds) throws -> Exit {
        if let exit { return exit }
        guard try Patience.awaitAny([endDescriptor], milliseconds) != nil else {
            kill()
            throw TestFailure("process \(processID) did not end")
        }
        return reap()
    }

    /// Kills the program, unless it has ended.
    func kill() {
        guard exit == nil else { return }
        signal(SIGKILL)
        reap()
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
    static func run(
        _ path: String, _ arguments: [String], input: String = "", environment: [String: String] = [:],
        patience milliseconds: Int32 = Patience.milliseconds
    ) throws -> Run {
        try withFolder { folder in
            let streams = [
                unsafe open(try folder.write("input", input), O_RDONLY | O_CLOEXEC),
                unsafe open(folder.path(of: "output"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600),
                unsafe open(folder.path(of: "errors"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600),
            ]
            defer { for stream in streams { close(stream) } }
            let program = try Program(path, arguments, environment: environment, descriptors: streams.map { $0 })
            let exit = try program.wait(milliseconds)
            func text(_ name: String) throws -> String {
                String(decoding: try Data(contentsOf: URL(fileURLWithPath: folder.path(of: name))), as: UTF8.self)
            }
            return Run(exit: exit, output: try text("output"), errors: try text("errors"))
        }
    }

    /// Runs `deeplinkctl` to its end.
    static func tool(
        _ arguments: String..., input: String = "", environment: [String: String] = [:]
    ) throws -> Run {
        try run(Products.tool, arguments, input: input, environment: environment)
    }
}
