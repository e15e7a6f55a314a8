import HostSystem

/// What a flood does with each of its connections.
enum Connecting {
    case close, call, hold

    /// *Units*: connections that are held before all of them are closed.
    private static let most = 500

    /// Connects without a pause until the process is ended.
    func run(_ socket: String) throws -> Never {
        let call = Message.open("t://say")
        var held: [Int32] = []
        while true {
            // ignored: where the queue is full or the connection is refused, the next attempt follows.
            _ = try? connect(to: socket, call, holding: &held)
            guard held.count == Self.most else { continue }
            for number in held { _ = OwnedDescriptor(number) }
            held = []
        }
    }

    private func connect(to socket: String, _ call: [UInt8], holding held: inout [Int32]) throws {
        switch self {
        case .close: _ = try UnixConnection(to: socket, patience: .seconds(5))
        case .call: _ = try UnixConnection(to: socket, patience: .seconds(5)).send(call[...])
        case .hold: held.append(try UnixSocket.connect(to: socket, patience: .seconds(5)).release())
        }
    }
}
