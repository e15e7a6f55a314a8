import Foundation
import Glibc
import TestSupport
import Testing

/// A daemon in a folder of its own.
final class RunningDaemon {
    let folder: TemporaryFolder
    let socket: String
    let notifications: NotifySocket
    private(set) var program: Program
    /// Starts the program with files of the service manager's store.
    private let start: (_ stored: [(name: String, descriptor: Int32)]) throws -> Program
    /// Records the messages of the clients that connect from now on.
    var tap: WireTap?

    /// Starts a daemon and waits until it reports that it is ready.
    ///
    /// - Parameters:
    ///   - packages: the texts of further files of the table, by their names.
    ///   - facts: facts as in `with` lines; the daemon's sources are overridden with them before the test begins, and
    ///     the table gets the development profile.
    ///   - stateDirectory: the directory for its ledger; without one it keeps facts in memory.
    ///   - sockets: passed as the service manager passes them; without any it listens at `socket`.
    ///   - hostFiles: contents that it sees at paths of this machine; takes root.
    ///   - journal: the path of a socket that it sees in the place of the journal's; takes root.
    ///   - blocksSignals: true to start it with all signals blocked.
    ///   - hasStreams: false to start it without standard streams; then there is no log.
    ///   - errorStream: its standard error, if that is not the file of the log.
    ///   - user: the user that it runs as, which takes root; the folder belongs to this user then.
    ///   - openFiles: how many descriptors it may have open; nil for as many as the tests.
    init(
        in folder: TemporaryFolder, table: String, packages: [String: String] = [:], facts: String? = nil,
        stateDirectory: String? = nil, environment: [String: String] = [:],
        inheriting sockets: [(name: String, descriptor: Int32)] = [],
        hostFiles: [String: String] = [:], journal: String? = nil, blocksSignals: Bool = false,
        hasStreams: Bool = true, errorStream: Int32? = nil, user: UInt32? = nil,
        openFiles: Int? = nil
    ) throws {
        self.folder = folder
        socket = folder.path(of: "socket")
        notifications = try NotifySocket(folder.path(of: "notify"))
        let profile = facts == nil ? "" : "profile development\n"
        var arguments = ["-f", try folder.write("routes.conf", profile + table)]
        for (name, text) in packages.sorted(by: { $0.key < $1.key }) {
            arguments += ["-f", try folder.write(name, text)]
        }
        var environment = environment
        environment["NOTIFY_SOCKET"] = notifications.path
        if let stateDirectory { arguments += ["--state-dir", stateDirectory] }
        if sockets.isEmpty { arguments += ["--socket", socket] }
        var path = Products.daemon
        if !sockets.isEmpty {
            environment["LISTEN_FDS"] = "\(sockets.count)"
            environment["LISTEN_FDNAMES"] = sockets.map(\.name).joined(separator: ":")
            // Only the process itself knows its id before it runs.
            arguments = ["-c", "export LISTEN_PID=$$; exec \"$0\" \"$@\"", path] + arguments
            path = "/bin/sh"
        }
        if !hostFiles.isEmpty || journal != nil {
            var mounts = try hostFiles.enumerated().map { number, file in
                "mount --bind \(try folder.write("host-file-\(number)", file.value)) \(file.key)"
            }
            if let journal {
                // A link leads to a socket as well; the folder in the place of /run is the daemon's alone.
                mounts.append(
                    "mount -t tmpfs none /run; mkdir -p /run/systemd/journal; ln -s \(journal) /run/systemd/journal/socket"
                )
            }
            let script = "set -e\n" + mounts.joined(separator: "\n") + "\nexec \"$0\" \"$@\""
            arguments = ["--mount", "/bin/sh", "-c", script, path] + arguments
            path = "/usr/bin/unshare"
        }
        if let openFiles {
            arguments = ["--nofile=\(openFiles)", path] + arguments
            path = "/usr/bin/prlimit"
        }
        if let user {
            guard unsafe chown(folder.path, user, user) == 0, unsafe chown(notifications.path, user, user) == 0 else {
                throw TestFailure("chown: errno \(errno)")
            }
            arguments = OtherUser.arguments(toRun: [path] + arguments, as: user)
            path = OtherUser.launcher
        }
        start = { [path, arguments, environment] stored in
            var (path, arguments, environment) = (path, arguments, environment)
            if !stored.isEmpty {
                let passed = sockets.map(\.name) + stored.map(\.name)
                environment["LISTEN_FDS"] = "\(passed.count)"
                environment["LISTEN_FDNAMES"] = passed.joined(separator: ":")
                if sockets.isEmpty {
                    arguments = ["-c", "export LISTEN_PID=$$; exec \"$0\" \"$@\"", path] + arguments
                    path = "/bin/sh"
                }
            }
            let log = unsafe open(folder.path(of: "log"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
            let null = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
            defer { for descriptor in [log, null] { close(descriptor) } }
            let streams: [Int32?] = hasStreams ? [null, null, errorStream ?? log] : [nil, nil, nil]
            return try Program(
                path, arguments, environment: environment,
                descriptors: streams + sockets.map(\.descriptor) + stored.map(\.descriptor),
                blocksSignals: blocksSignals)
        }
        program = try start([])
        try awaitReady()
        try override(facts ?? "")
    }

    /// Kills the daemon with SIGKILL and restarts it with only its files on the disk.
    func restartKilled() throws {
        program.kill()
        try notifications.drain()
        program = try start([])
        try awaitReady()
    }

    /// Ends the daemon as its service manager does.
    func stop() throws {
        program.signal(SIGTERM)
        guard try program.wait() == .code(0) else { throw TestFailure("it did not end well: \(log)") }
    }

    /// Restarts the daemon, kills it again after a time, and answers whether it was ready by then.
    ///
    /// - Parameter microseconds: from its start on.
    func startKilled(after microseconds: UInt32) throws -> Bool {
        program.kill()
        try notifications.drain()
        program = try start([])
        usleep(microseconds)
        program.kill()
        return try notifications.drain().contains("READY=1")
    }

    /// Ends the daemon with SIGTERM and restarts it, as `systemctl restart` does: with what it has had stored.
    ///
    /// - Parameter meanwhile: done when the daemon has ended, before the next one is started.
    func restart(meanwhile: () throws -> Void = {}) throws {
        try stop()
        try meanwhile()
        try startWithStore()
    }

    /// Starts the daemon, which has ended, with what it has had stored, or with other files.
    ///
    /// - Parameter isAwaited: false to return before it is ready.
    func startWithStore(_ files: [(name: String, descriptor: Int32)]? = nil, isAwaited: Bool = true) throws {
        try notifications.drain()
        program = try start(files ?? notifications.stored)
        if isAwaited { try awaitReady() }
    }

    /// Overrides facts, one for each `with` line.
    func override(_ facts: String) throws {
        for line in facts.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            guard words.count == 4, words[0] == "with" else { throw TestFailure("no fact: \(line)") }
            let answer = try connect().call(
                "io.deeplinkd.Monitor.Override", ["fact": words[1] + " " + words[2], "status": words[3]])
            guard answer["error"] == nil else { throw TestFailure("\(line): \(answer)") }
        }
    }

    /// Waits until the daemon is ready that was started.
    func awaitReady() throws {
        let first = try Patience.awaitAny([program.endDescriptor, notifications.descriptor], Patience.milliseconds)
        guard first == notifications.descriptor else { throw TestFailure("the daemon did not start: \(log)") }
        try notifications.await("READY=1")
    }

    /// The log so far.
    var log: String {
        (try? String(contentsOfFile: folder.path(of: "log"), encoding: .utf8)) ?? ""
    }

    /// Waits until the log has a text: a line is written at the end of a turn of the loop.
    func awaitLog(_ text: String) throws {
        try Patience.lookFor("\(text) in the log: \(log)") { log.contains(text) }
    }

    /// *Units*: kibibytes of memory that the daemon uses now.
    var residentKiB: Int {
        get throws {
            let status = try String(contentsOfFile: "/proc/\(program.processID)/status", encoding: .utf8)
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
            return try #require(Int(line.filter(\.isNumber)))
        }
    }

    /// *Units*: kibibytes of memory that the daemon uses more than before; 0 with a sanitizer, which keeps what is freed.
    func growthKiB(since before: Int) throws -> Int {
        guard Sanitizer.isAbsent(for: "memory of the daemon is bounded", "a sanitizer keeps memory that is freed")
        else { return 0 }
        return try residentKiB - before
    }

    /// A new connection.
    func connect() throws -> RawClient {
        let client = try RawClient(socket)
        client.tap = tap?.addClient()
        return client
    }

    /// Replaces the table's file without a reload.
    func replaceTable(_ text: String, mode: Int = 0o644) throws {
        try folder.write("routes.conf", text, mode: mode)
    }

    /// Runs `deeplinkctl` with this daemon.
    func tool(_ command: String, _ arguments: String..., input: String = "") throws -> Program.Run {
        try Program.run(Products.tool, [command, "--socket", socket] + arguments, input: input)
    }
}

/// Runs a test with a daemon, which must end on SIGTERM with status 0 and leave nothing behind.
///
/// - Parameter folder: its folder; nil for one of its own.
func withDaemon(
    in folder: TemporaryFolder? = nil, table: String, packages: [String: String] = [:], facts: String? = nil,
    stateDirectory: String? = nil, environment: [String: String] = [:],
    inheriting sockets: [(name: String, descriptor: Int32)] = [],
    hostFiles: [String: String] = [:], _ body: (RunningDaemon) throws -> Void
) throws {
    guard let folder else {
        return try withFolder { folder in
            try withDaemon(
                in: folder, table: table, packages: packages, facts: facts, stateDirectory: stateDirectory,
                environment: environment,
                inheriting: sockets, hostFiles: hostFiles, body)
        }
    }
    let daemon = try RunningDaemon(
        in: folder, table: table, packages: packages, facts: facts, stateDirectory: stateDirectory,
        environment: environment,
        inheriting: sockets, hostFiles: hostFiles)
    defer { daemon.program.kill() }
    try body(daemon)
    daemon.program.signal(SIGTERM)
    #expect(try daemon.program.wait() == .code(0), "\(daemon.log)")
    #expect(!FileManager.default.fileExists(atPath: daemon.socket))
}
