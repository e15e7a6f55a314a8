import BenchmarkStage
import EventLoop

/// The daemon that a flood meets, with a service that keeps a switch of its table.
final class FloodStage {
    /// The user whose subordinate uids begin at `firstSubordinate`.
    static let floodUID = 65_533
    static let firstSubordinate = 700_000
    static let probeUID = 65_532

    let daemon: Stage
    let loop: Loop
    private var listener: UnixListener?
    private var callers: [UnixStream] = []

    init(_ flood: Flood, loop: Loop) throws {
        self.loop = loop
        daemon = try Stage(
            table: flood.table, files: [FloodLicences.keyFile: FloodLicences.publicKey], hasLedger: flood == .ingest,
            subordinates: "\(Self.floodUID):\(Self.firstSubordinate):65536\n", loop: loop)
        listener = try UnixListener(loop: loop, path: daemon.folder + "/service", mode: 0o666) { [weak self] in
            self?.answerLater($0)
        }
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
        try daemon.end()
    }

    /// The number of calls that the daemon has answered.
    func callCount() throws -> Int {
        let stream = try UnixStream(loop: loop, connectingTo: daemon.socket, patience: .seconds(30))
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

    /// Starts a flood.
    func start(_ flood: Flood, as uid: Int = FloodStage.floodUID) throws -> ChildProcess {
        try daemon.start(["flood", flood.rawValue, daemon.socket], as: uid)
    }

    /// Runs the probe to its end, and returns the numbers of its line.
    func probe(milliseconds: Int, as uid: Int = FloodStage.probeUID, connecting: Bool = false) throws -> [Int64] {
        try daemon.numbers(
            of: ["probe", daemon.socket, "\(milliseconds)", connecting ? "connect" : "stay"], as: uid)
    }
}
