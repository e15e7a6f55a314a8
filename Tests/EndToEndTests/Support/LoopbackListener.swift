import Glibc

/// A TCP port of this machine that takes connections and never answers.
final class LoopbackListener {
    private let listening: Int32
    let port: UInt16

    init() throws {
        listening = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = listening
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, size) == 0 && listen(descriptor, 8) == 0
                    && getsockname(descriptor, $0, &size) == 0
            }
        }
        guard isBound else { throw TestFailure("a port: errno \(errno)") }
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(listening) }

    /// True if a connection waits that was not taken.
    func hasConnection() throws -> Bool { try Patience.awaitAny([listening], 0) != nil }

    /// Takes a connection, and reads its first byte.
    func takeByte() throws -> UInt8 {
        try Patience.awaitReadable(listening, "a connection")
        let taken = accept(listening, nil, nil)
        defer { close(taken) }
        try Patience.awaitReadable(taken, "a byte")
        var first: UInt8 = 0
        guard unsafe recv(taken, &first, 1, 0) == 1 else { throw TestFailure("recv: errno \(errno)") }
        return first
    }
}
