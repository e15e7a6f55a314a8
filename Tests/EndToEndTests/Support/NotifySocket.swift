import Glibc

/// The service manager's end of sd_notify.
final class NotifySocket {
    let path: String
    let descriptor: Int32

    init(_ path: String) throws {
        self.path = path
        descriptor = try SocketAddress(path).bind(SOCK_DGRAM)
    }

    deinit {
        close(descriptor)
    }

    /// The lines of the next datagram.
    func receive() throws -> [String] {
        try Patience.awaitReadable(descriptor, "a notification")
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = unsafe recv(descriptor, &bytes, bytes.count, 0)
        guard count >= 0 else { throw TestFailure("recv: errno \(errno)") }
        return String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Waits for the datagram that holds a line, and passes over those before it.
    @discardableResult
    func await(_ line: String) throws -> [String] {
        while true {
            let lines = try receive()
            if lines.contains(line) { return lines }
        }
    }
}
