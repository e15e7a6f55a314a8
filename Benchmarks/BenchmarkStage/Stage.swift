package import EventLoop
internal import HostSystem

/// A server of this folder that runs as a separate user and accepts connections of every user.
///
/// It needs root.
package final class Stage {
    private static let serverUID = 65_531
    /// *Units*: bytes of data that the server may have, as in the shipped unit.
    private static let dataLimit = 512 << 20

    package let loop: Loop
    /// A folder that every user can read; it is removed at the end.
    package let folder: String
    /// The path of the server's socket.
    package let socket: String
    private let server: ChildProcess
    package private(set) var hasEnded = false

    /// Starts the daemon with a table.
    ///
    /// - Parameters:
    ///   - table: its text, made of the path of the folder.
    ///   - files: what the folder holds beside the table, by name.
    ///   - hasLedger: whether it keeps facts on the disk.
    ///   - subordinates: the lines of /etc/subuid as the daemon sees it.
    package convenience init(
        table: (_ folder: String) -> String, files: [String: String] = [:], hasLedger: Bool = false,
        subordinates: String = "", loop: Loop
    ) throws {
        try self.init(
            "deeplinkd",
            { ["-f", $0 + "/routes.conf", "--socket", $1] + (hasLedger ? ["--state-dir", $0 + "/state"] : []) },
            files: { files.merging(["routes.conf": table($0)]) { _, table in table } },
            subordinates: subordinates, loop: loop)
    }

    /// Starts a program that stands beside this one.
    ///
    /// - Parameters:
    ///   - arguments: its arguments, made of the folder and the path of its socket.
    ///   - files: what the folder holds, by name.
    ///   - subordinates: the lines of /etc/subuid as the program sees it.
    ///   - core: the core that it runs on; nil for all.
    ///   - descriptors: how many descriptors it may have; nil for as many as this program.
    ///   - hasName: whether its user is in /etc/passwd as the program sees it, which a message bus asks for.
    package init(
        _ program: String, _ arguments: (_ folder: String, _ socket: String) -> [String],
        files: (_ folder: String) -> [String: String] = { _ in [:] }, subordinates: String = "", core: Int? = nil,
        descriptors: Int? = nil, hasName: Bool = false, loop: Loop
    ) throws {
        self.loop = loop
        folder = "/tmp/deeplinkd-stage-\(HostFacts.processID)-\(HostClock.monotonicNs)"
        socket = folder + "/run/socket"
        try Self.shell(
            loop,
            "mkdir -m 755 \(folder) && cd \(folder) && mkdir -m 755 run && mkdir -m 700 state "
                + "&& chown \(Self.serverUID) run state")
        for (name, text) in files(folder).merging(["subuid": subordinates], uniquingKeysWith: { first, _ in first }) {
            try Self.write(text, to: folder + "/" + name, loop)
        }
        let limits = "prlimit --data=\(Self.dataLimit)" + (descriptors.map { " --nofile=\($0)" } ?? "")
        let user = "stage:x:\(Self.serverUID):\(Self.serverUID)::/:/bin/false"
        let naming =
            "(cat /etc/passwd; echo \(user)) > \(folder)/passwd; mount --bind \(folder)/passwd /etc/passwd; "
        let command =
            (hasName ? naming : "")
            + "[ ! -e /etc/subuid ] || mount --bind \(folder)/subuid /etc/subuid; "
            + "exec \(core.map { "taskset --cpu-list \($0) " } ?? "")\(limits) "
            + "setpriv --reuid=\(Self.serverUID) --regid=\(Self.serverUID) --clear-groups \"$0\" \"$@\" 2>\(folder)/log"
        server = try ChildProcess(
            loop: loop,
            start: ProcessStart(
                program: "/usr/bin/unshare",
                arguments: ["unshare", "--mount", "/bin/sh", "-c", command, Self.path(of: program)]
                    + arguments(folder, socket),
                environment: HostFacts.environment))
        server.onExit = { [weak self] _ in
            self?.hasEnded = true
            loop.stop()
        }
        for _ in 0..<1500 where !hasEnded {
            if (try? FileStatus(of: socket)) != nil { break }
            try pause(.milliseconds(10))
        }
        try Self.shell(loop, "chmod 666 \(socket)")
    }

    /// Stops the server and removes its files.
    package func end() throws {
        server.signalGroup(15)
        if !hasEnded { loop.run() }
        server.close()
        try Self.shell(loop, "rm -rf \(folder)")
    }

    /// Gives what `body` does, and ends the server also where that throws.
    package func until<Result>(_ body: () throws -> Result) throws -> Result {
        let result = Swift.Result { try body() }
        try end()
        return try result.get()
    }

    /// Writes one of its files, also again while it runs.
    package func replace(_ name: String, with text: String) throws {
        try Self.write(text, to: folder + "/" + name, loop)
    }

    private static func write(_ text: String, to path: String, _ loop: Loop) throws {
        try DurableFile.create(path + ".new", bytes: Array(text.utf8))
        try shell(loop, "chmod 644 \(path).new && mv \(path).new \(path)")
    }

    /// Forgets the log so far, which takes room on the disk.
    package func emptyLog() throws { try Self.shell(loop, "truncate --size 0 \(folder)/log") }

    // MARK: What the server uses

    /// The number of its process.
    package var processID: Int { Int(server.processID) }

    /// The number of descriptors that it has open.
    package func descriptors() throws -> Int {
        let count = try numbers(of: ["-c", "ls /proc/\(server.processID)/fd | wc -l"], program: "/bin/sh", as: 0)
        return Int(count.first ?? 0)
    }

    /// *Units*: bytes of memory in use now.
    package var resident: Int { status("VmRSS:") }
    /// *Units*: the most bytes of memory in use so far.
    package var peak: Int { status("VmHWM:") }

    /// *Units*: milliseconds of processor time so far, in steps of 10.
    package var processorMs: Int {
        // The name of the program, in parentheses, may hold blanks.
        let fields = text(of: "stat").split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 12 else { return 0 }
        return 10 * ((Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0))
    }

    private func status(_ key: String) -> Int {
        let line = text(of: "status").split(separator: "\n").first { $0.hasPrefix(key) }
        return (line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0) << 10
    }

    private func text(of file: String) -> String {
        let path = "/proc/\(server.processID)/\(file)"
        return (try? FileReader.read(path, byteLimit: 1 << 16)).map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
    }

    // MARK: Other processes

    /// Waits while the loop runs.
    package func pause(_ time: Duration) throws {
        let timer = try Timer(loop: loop) { [loop] in loop.stop() }
        timer.start(after: time)
        loop.run()
        timer.close()
    }

    /// The path of a program that stands beside this one; one with a path stays as it is.
    package static func path(of program: String) -> String {
        if program.hasPrefix("/") { return program }
        let folder = CommandLine.arguments[0].split(separator: "/", omittingEmptySubsequences: false).dropLast()
        return (folder + [program[...]]).joined(separator: "/")
    }

    /// Starts a program as another user; as root with no groups but those that are named.
    ///
    /// - Parameter program: one that stands beside this one; nil for this one, in one of its roles.
    package func start(
        _ arguments: [String], program: String? = nil, as uid: Int, groups: [Int] = []
    ) throws -> ChildProcess {
        let user = uid == 0 ? [] : ["--reuid=\(uid)", "--regid=\(uid)"]
        let others =
            groups.isEmpty
            ? uid == 0 ? [] : ["--clear-groups"] : ["--groups=" + groups.map(String.init).joined(separator: ",")]
        return try ChildProcess(
            loop: loop,
            start: ProcessStart(
                program: "/usr/bin/setpriv",
                arguments: ["setpriv"] + user + others
                    + [program.map(Self.path(of:)) ?? CommandLine.arguments[0]] + arguments,
                environment: HostFacts.environment))
    }

    /// Runs a role, or another program, to its end, and returns the numbers that it prints.
    package func numbers(
        of arguments: [String], program: String? = nil, as uid: Int, groups: [Int] = []
    ) throws -> [Int64] {
        String(decoding: try output(of: arguments, program: program, as: uid, groups: groups), as: UTF8.self)
            .split(whereSeparator: \.isWhitespace).compactMap { Int64($0) }
    }

    /// Runs a role, or another program, to its end, and returns what it prints.
    package func output(
        of arguments: [String], program: String? = nil, as uid: Int, groups: [Int] = []
    ) throws -> [UInt8] {
        let process = try start(arguments, program: program, as: uid, groups: groups)
        var output: [UInt8] = []
        process.output?.startReading(
            { bytes in for index in bytes.indices { output.append(bytes[index]) } }, onEnd: { [loop] in loop.stop() })
        loop.run()
        process.close()
        return output
    }

    private static func shell(_ loop: Loop, _ command: String) throws {
        let child = try ChildProcess(
            loop: loop,
            start: ProcessStart(
                program: "/bin/sh", arguments: ["sh", "-c", command], environment: HostFacts.environment))
        child.onExit = { _ in loop.stop() }
        loop.run()
        child.close()
        guard child.exit == .code(0) else { throw StageError(description: "`\(command)` failed") }
    }
}

/// Why a benchmark cannot be run.
package struct StageError: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
}
