import Glibc

/// A client that sends given bytes and reads messages, without any code of the project's own client.
final class RawClient {
    private let descriptor: Int32
    private var received: [UInt8] = []
    /// The start of the first message that was not received yet.
    private var head = 0
    /// Records the messages from now on.
    var tap: WireTap.Client?

    init(_ path: String) throws {
        descriptor = try SocketAddress(path).connect()
    }

    /// Uses a connected socket, and closes it.
    init(adopting descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    // MARK: Sending

    /// Sends bytes as they are; false if the daemon has closed the connection.
    @discardableResult
    func send(bytes: [UInt8]) throws -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes[sent...].withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EPIPE || errno == ECONNRESET { return false }
            guard count > 0 else { throw TestFailure("send: errno \(errno)") }
            sent += count
        }
        return true
    }

    /// The message that `flood` repeats, with its NUL.
    static let floodCall = Array(#"{"method":"io.deeplinkd.Dispatch.Open","parameters":{"url":"t://say"}}"#.utf8) + [0]

    /// Calls `Open` repeatedly without reading a reply, until the daemon reads no more; returns the number of bytes
    /// that it read.
    @discardableResult
    func flood() throws -> Int {
        let calls = Array(repeatElement(Self.floodCall, count: 500).joined())
        var (taken, start) = (0, 0)
        while try Patience.awaitWritable(descriptor, 200) {
            let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
            let sent = unsafe calls[start...].withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, flags)
            }
            guard sent > 0 else { throw TestFailure("send: errno \(errno)") }
            taken += sent
            start = (start + sent) % calls.count
        }
        return taken
    }

    /// Sends messages, each with its NUL.
    func send(_ messages: String...) throws {
        for message in messages {
            tap?.sent(message)
            try send(bytes: Array(message.utf8) + [0])
        }
    }

    /// Closes the sending half; replies can still be read.
    func finishSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    // MARK: Receiving

    /// The next message; nil if the daemon has closed the connection.
    func receive() throws -> JSONTree? {
        try receiveBytes().map { try JSONTree(parsing: Array($0)) }
    }

    /// The next message as bytes; nil if the daemon has closed the connection.
    func receiveBytes() throws -> ArraySlice<UInt8>? {
        while true {
            if let end = received[head...].firstIndex(of: 0) {
                let message = received[head..<end]
                head = end + 1
                tap?.received(message)
                return message
            }
            received.removeFirst(head)
            head = 0
            guard try fill() else { return nil }
        }
    }

    /// True if the daemon closes the connection without another byte.
    func isClosedByPeer() throws -> Bool {
        guard head == received.count else { return false }
        return try !fill()
    }

    /// True if bytes have arrived that were not yet received.
    func hasAnswer() throws -> Bool {
        try head < received.count || Patience.awaitAny([descriptor], 0) != nil
    }

    private func fill() throws -> Bool {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            try Patience.awaitReadable(descriptor, "a message from the daemon")
            let count = unsafe recv(descriptor, &chunk, chunk.count, 0)
            if count < 0, errno == EINTR { continue }
            // The daemon closed the connection with unread bytes of ours; its replies from before were delivered.
            if count == 0 || (count < 0 && errno == ECONNRESET) { return false }
            guard count > 0 else { throw TestFailure("recv: errno \(errno)") }
            received += chunk.prefix(count)
            return true
        }
    }

    // MARK: Calling

    /// The message that calls a method.
    static func message(_ method: String, _ parameters: [String: Any] = [:]) throws -> String {
        var message: [String: Any] = ["method": method]
        if !parameters.isEmpty { message["parameters"] = parameters }
        return try JSONTree.write(message)
    }

    /// Calls a method and returns its reply.
    func call(_ method: String, _ parameters: [String: Any] = [:]) throws -> JSONTree {
        try send(Self.message(method, parameters))
        guard let answer = try receive() else { throw TestFailure("the daemon closed the connection on \(method)") }
        return answer
    }

    /// Calls a method of Dispatch and returns the outcome.
    func outcome(_ method: String, _ parameters: [String: Any]) throws -> JSONTree {
        let answer = try call("io.deeplinkd.Dispatch." + method, parameters)
        guard let outcome = answer["parameters.outcome"] else { throw TestFailure("no outcome: \(answer)") }
        return outcome
    }

    /// Verifies a URL and returns the binding.
    func verify(_ url: String) throws -> String {
        let answer = try call("io.deeplinkd.Dispatch.Verify", ["url": url])
        guard case .string(let binding)? = answer["parameters.binding"] else {
            throw TestFailure("no binding: \(answer)")
        }
        return binding
    }

    /// Opens a URL and returns the outcome.
    func open(_ url: String) throws -> JSONTree { try outcome("Open", ["url": url]) }
}
