import Contract
import EventLoop
import HostSystem

/// Runs a flood until the process is ended.
final class Flooder {
    /// *Units*: bytes that a connection sends ahead.
    private static let ahead = 64 << 10

    private let flood: Flood
    private let socket: String
    private let loop: Loop
    private var streams: [ObjectIdentifier: UnixStream] = [:]
    private var toggleIsOn = false
    /// The calls of `ingest`, each made once: signing takes longer than calling.
    private var ingests: [Int: [UInt8]] = [:]
    /// The number of connections still to be made; nil for no limit.
    private var connectionsLeft: Int?

    init(_ flood: Flood, socket: String) throws {
        self.flood = flood
        self.socket = socket
        loop = try Loop()
        connectionsLeft = flood.connectionCount
    }

    func run() throws {
        for number in 0..<flood.connections { try connect(number) }
        loop.run()
    }

    private func connect(_ number: Int) throws {
        if let left = connectionsLeft {
            guard left > 0 else { return }
            connectionsLeft = left - 1
        }
        let stream = try UnixStream(loop: loop, connectingTo: socket, patience: .seconds(5))
        let key = ObjectIdentifier(stream)
        streams[key] = stream
        stream.onClose = { [weak self] _ in self?.streams[key] = nil }
        let again = { [weak self] in
            // ignored: if the daemon refuses a connection for a moment, the next attempt follows.
            _ = try? self?.connect(number)
        }
        switch flood {
        case .pipelineOne, .pipeline: pipeline(stream, Message.open("t://say"))
        case .info: pipeline(stream, Message.info)
        case .oneway: send(stream, Message.open("t://say", oneway: true))
        case .deaf: send(stream, Message.open("t://say"))
        case .oneByOne: inTurn(stream) { Message.open("t://say") }
        case .hosts:
            let url = "https://" + String(repeating: ".", count: 8100) + "podcasts.example/say"
            inTurn(stream) { Message.open(url) }
        case .largeMessage: inTurn(stream) { Message.large }
        case .ingest:
            let number = number % FloodLicences.batchCount
            let call = try ingests[number] ?? Message.ingest(FloodLicences.items(number, for: HostFacts.userID))
            ingests[number] = call
            inTurn(stream) { call }
        case .fanOut where number < Limits.subscriptionsPerUser:
            stream.startReading({ _ in }, onEnd: {})
            stream.write(Message.subscribe)
        case .fanDeaf where number < Limits.subscriptionsPerUser: stream.write(Message.subscribe)
        case .fanOut, .fanDeaf: pipeline(stream, Message.open("t://news"))
        case .yes, .true: inTurn(stream) { Message.open("t://run") }
        case .watch where number < 62:
            stream.startReading({ _ in }, onEnd: {})
            stream.write(Message.watch)
        case .watch:
            inTurn(stream) { [self] in
                toggleIsOn.toggle()
                return Message.toggle("Feature7", toggleIsOn)
            }
        case .connect:
            stream.startReading({ _ in }, onEnd: {})
            try close(stream, then: again)
        case .breach:
            stream.startReading({ _ in }, onEnd: again)
            stream.write([0x7B, 0])
        case .burst300, .burst1000, .burstRoutes: stream.write(Message.fill(Self.ahead, with: Message.list))
        case .burstDescription: stream.write(Message.fill(Self.ahead, with: Message.description))
        // `Connecting` runs those that only connect.
        case .crowd, .newcomerClose, .newcomerCall, .newcomerHold, .newcomerClose4, .newcomerCall4, .newcomerRoot:
            stream.startReading({ _ in }, onEnd: {})
        case .abandon:
            // More replies than the kernel buffers, so that the daemon notices the closed connection at once.
            let ahead = Array(repeatElement(Message.description, count: Flood.callsAhead).joined())
            stream.write(ahead + Message.verify("t://slow"))
            try close(stream, then: again)
        }
    }

    /// Sends calls ahead, and one more for each reply.
    private func pipeline(_ stream: UnixStream, _ call: [UInt8]) {
        let count = Self.ahead / call.count
        stream.startReading(
            { bytes in
                var answers = 0
                for index in bytes.indices where bytes[index] == 0 { answers += 1 }
                for _ in 0..<answers { stream.write(call) }
            }, onEnd: { stream.close() })
        for _ in 0..<count { stream.write(call) }
    }

    /// Sends as fast as the daemon reads.
    private func send(_ stream: UnixStream, _ call: [UInt8]) {
        let calls = Message.fill(Self.ahead, with: call)
        stream.onSent = { if stream.writeBacklogBytes < calls.count { stream.write(calls) } }
        stream.write(calls)
        stream.write(calls)
    }

    /// Sends a call, and the next one after its reply.
    private func inTurn(_ stream: UnixStream, _ call: @escaping () -> [UInt8]) {
        stream.startReading(
            { bytes in for index in bytes.indices where bytes[index] == 0 { stream.write(call()) } },
            onEnd: { stream.close() })
        stream.write(call())
    }

    /// Closes a connection a moment later, and continues with another one.
    private func close(_ stream: UnixStream, then again: @escaping () -> Void) throws {
        var timer: Timer?
        timer = try Timer(loop: loop) {
            stream.close()
            timer?.close()
            timer = nil
            again()
        }
        timer?.start(after: .milliseconds(flood == .connect ? 0 : 40))
    }
}
