import EventLoop
import HostSystem

/// A daemon that runs as a separate user and accepts connections of every user.
final class Stage {
    private static let daemonUID = 65_531
    /// The user whose subordinate uids begin at `firstSubordinate`.
    static let floodUID = 65_533
    static let firstSubordinate = 700_000
    static let probeUID = 65_532
    /// *Units*: bytes of data that the daemon may have, as in the shipped unit.
    private static let dataLimit = 512 << 20

    let socket: String
    let service: String
    let loop: Loop
    private let folder: String
    private let daemon: ChildProcess
    private var listener: UnixListener?
    private var callers: [UnixStream] = []
    private(set) var hasEnded = false

    init(_ flood: Flood, loop: Loop) throws {
        self.loop = loop
        folder = "/tmp/deeplinkd-flood-\(HostFacts.processID)-\(HostClock.monotonicNs)"
        (socket, service) = (folder + "/run/socket", folder + "/service")
        let ownFolder = CommandLine.arguments[0].split(separator: "/", omittingEmptySubsequences: false).dropLast()
        let daemonPath = (ownFolder + ["deeplinkd"]).joined(separator: "/")
        try Self.shell(
            loop, "mkdir -m 755 \(folder) && mkdir -m 755 \(folder)/run && chown \(Self.daemonUID) \(folder)/run")
        try DurableFile.create(folder + "/routes.conf", bytes: Array(flood.table(service: service).utf8))
        try DurableFile.create(
            folder + "/subuid", bytes: Array("\(Self.floodUID):\(Self.firstSubordinate):65536\n".utf8))
        try Self.shell(loop, "chmod 644 \(folder)/routes.conf \(folder)/subuid")
        daemon = try ChildProcess(
            loop: loop,
            start: ProcessStart(
                program: "/usr/bin/unshare",
                arguments: [
                    "unshare", "--mount", "/bin/sh", "-c",
                    "[ ! -e /etc/subuid ] || mount --bind \(folder)/subuid /etc/subuid; "
                        + "exec prlimit --data=\(Self.dataLimit) setpriv --reuid=\(Self.daemonUID) "
                        + "--regid=\(Self.daemonUID) --clear-groups \"$0\" -f \(folder)/routes.conf --socket \(socket) "
                        + "2>\(folder)/log", daemonPath,
                ], environment: HostFacts.environment))
        daemon.onExit = { [weak self] _ in
            self?.hasEnded = true
            loop.stop()
        }
        for _ in 0..<1500 where !hasEnded {
            if (try? FileStatus(of: socket)) != nil { break }
            try pause(.milliseconds(10))
        }
        try Self.shell(loop, "chmod 666 \(socket)")
        listener = try UnixListener(loop: loop, path: service, mode: 0o666) { [weak self] in self?.answerLater($0) }
    }

    /// Accepts the daemon's question, and answers yes a moment later.
    private func answerLater(_ stream: UnixStream) {
        callers.append(stream)
        stream.startReading(
            { [loop] _ in
                var timer: Timer?
                timer = try? Timer(loop: loop) {
                    stream.write(Array(#"{"parameters":{"on":true}}"#.utf8) + [0])
                    timer?.close()
                    timer = nil
                }
                timer?.start(after: .milliseconds(150))
            },
            onEnd: { [weak self] in
                stream.close()
                self?.callers.removeAll { $0 === stream }
            })
    }

    /// Stops the daemon and removes its files.
    func end() throws {
        listener?.close()
        for caller in callers { caller.close() }
        daemon.signalGroup(15)
        if !hasEnded { loop.run() }
        daemon.close()
        try Self.shell(loop, "rm -rf \(folder)")
    }

    /// The number of calls that the daemon has answered.
    func callCount() throws -> Int {
        let stream = try UnixStream(loop: loop, connectingTo: socket, patience: .seconds(30))
        var answer: [UInt8] = []
        stream.startReading(
            { [loop] bytes in
                for index in bytes.indices { answer.append(bytes[index]) }
                if answer.last == 0 { loop.stop() }
            }, onEnd: { [loop] in loop.stop() })
        stream.write(Message.status)
        loop.run()
        stream.close()
        let key = #""calls":"#
        let text = String(decoding: answer, as: UTF8.self)
        guard let start = text.firstRange(of: key)?.upperBound else { fail("Status says no calls: \(text)") }
        return Int(text[start...].prefix(while: \.isNumber)) ?? 0
    }

    // MARK: The daemon's memory

    /// *Units*: bytes of memory in use now.
    var resident: Int { status("VmRSS:") }
    /// *Units*: the most bytes of memory in use so far.
    var peak: Int { status("VmHWM:") }

    private func status(_ key: String) -> Int {
        guard let file = try? FileReader.read("/proc/\(daemon.processID)/status", byteLimit: 1 << 16) else { return 0 }
        let line = String(decoding: file.bytes, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix(key) }
        return (line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0) << 10
    }

    // MARK: Processes

    func pause(_ time: Duration) throws {
        let timer = try Timer(loop: loop) { [loop] in loop.stop() }
        timer.start(after: time)
        loop.run()
        timer.close()
    }

    /// Starts this program in one of its roles, as another user.
    func start(_ role: [String], as uid: Int) throws -> ChildProcess {
        let user = uid == 0 ? [] : ["--reuid=\(uid)", "--regid=\(uid)", "--clear-groups"]
        return try ChildProcess(
            loop: loop,
            start: ProcessStart(
                program: "/usr/bin/setpriv", arguments: ["setpriv"] + user + [CommandLine.arguments[0]] + role,
                environment: HostFacts.environment))
    }

    /// Runs the probe to its end, and returns the numbers of its line.
    func probe(milliseconds: Int, as uid: Int = Stage.probeUID, connecting: Bool = false) throws -> [Int64] {
        let probe = try start(
            ["probe", socket, "\(milliseconds)", connecting ? "connect" : "stay"], as: uid)
        var output: [UInt8] = []
        probe.output?.startReading(
            { bytes in for index in bytes.indices { output.append(bytes[index]) } }, onEnd: { [loop] in loop.stop() })
        loop.run()
        probe.close()
        return String(decoding: output, as: UTF8.self).split(whereSeparator: \.isWhitespace).compactMap { Int64($0) }
    }

    private static func shell(_ loop: Loop, _ command: String) throws {
        let child = try ChildProcess(
            loop: loop,
            start: ProcessStart(
                program: "/bin/sh", arguments: ["sh", "-c", command], environment: HostFacts.environment))
        child.onExit = { _ in loop.stop() }
        loop.run()
        child.close()
        guard child.exit == .code(0) else { fail("`\(command)` failed") }
    }
}
