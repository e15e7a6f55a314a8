import Glibc

/// The service manager's end of sd_notify, with its store of descriptors.
final class NotifySocket {
    let path: String
    let descriptor: Int32
    /// The lines of all datagrams so far.
    private(set) var history: [[String]] = []
    /// What is kept for the next run, by name, as with `FileDescriptorStoreMax=1`.
    private(set) var stored: [(name: String, descriptor: Int32)] = []

    init(_ path: String) throws {
        self.path = path
        descriptor = try SocketAddress(path).bind(SOCK_DGRAM)
    }

    deinit {
        close(descriptor)
        for file in stored { close(file.descriptor) }
    }

    /// The lines of the next datagram.
    func receive() throws -> [String] {
        try Patience.awaitReadable(descriptor, "a notification")
        let (text, passed) = try receiveOne()
        let lines = text.split(separator: "\n").map(String.init)
        history.append(lines)
        store(lines, passed)
        return lines
    }

    /// Waits for the datagram that holds a line, and passes over those before it.
    @discardableResult
    func await(_ line: String) throws -> [String] {
        while true {
            let lines = try receive()
            if lines.contains(line) { return lines }
        }
    }

    /// Takes the datagrams that are there: what an earlier run has sent is not the next one's.
    @discardableResult
    func drain() throws -> [String] {
        var lines: [String] = []
        while try Patience.awaitAny([descriptor], 0) != nil { lines += try receive() }
        return lines
    }

    // MARK: The store

    private func store(_ lines: [String], _ passed: Int32?) {
        let name = lines.first { $0.hasPrefix("FDNAME=") }.map { String($0.dropFirst("FDNAME=".count)) } ?? "stored"
        if lines.contains("FDSTOREREMOVE=1") {
            for file in stored where file.name == name { close(file.descriptor) }
            stored.removeAll { $0.name == name }
        }
        guard let passed else { return }
        if lines.contains("FDSTORE=1"), stored.isEmpty { stored.append((name, passed)) } else { close(passed) }
    }

    private func receiveOne() throws -> (text: String, passed: Int32?) {
        var bytes = [UInt8](repeating: 0, count: 4096)
        // The length, the level and type, and the descriptor.
        var control = [UInt64](repeating: 0, count: 3)
        let (count, controlCount) = unsafe bytes.withUnsafeMutableBytes { bytes in
            unsafe control.withUnsafeMutableBytes { control in
                var room = unsafe iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
                return unsafe withUnsafeMutablePointer(to: &room) { room in
                    var message = unsafe msghdr()
                    unsafe message.msg_iov = room
                    unsafe message.msg_iovlen = 1
                    unsafe message.msg_control = control.baseAddress
                    unsafe message.msg_controllen = control.count
                    // Programs that other tests start meanwhile must not inherit the descriptor.
                    let count = unsafe recvmsg(descriptor, &message, Int32(0x4000_0000 /* MSG_CMSG_CLOEXEC */))
                    return unsafe (count, message.msg_controllen)
                }
            }
        }
        guard count >= 0 else { throw TestFailure("recvmsg: errno \(errno)") }
        let text = String(decoding: bytes.prefix(count), as: UTF8.self)
        return (text, controlCount >= 20 ? Int32(truncatingIfNeeded: control[2]) : nil)
    }
}
