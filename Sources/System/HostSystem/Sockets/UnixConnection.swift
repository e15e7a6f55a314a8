internal import Glibc

/// A connection to a Unix socket, for programs without a loop.
///
/// Only the connect may wait. Descriptors that the peer passes are dropped by the kernel.
package struct UnixConnection: ~Copyable, Sendable {
    /// What there was to read.
    package enum Received: Equatable, Sendable {
        case bytes
        /// Nothing yet.
        case nothing
        /// The peer will send nothing more.
        case end
    }

    /// *Units*: bytes of one read.
    package static let readBytes = 64 << 10

    private let descriptor: OwnedDescriptor
    private let path: String
    /// The descriptor to wait for.
    package var number: Int32 { descriptor.number }

    /// Connects to a socket path.
    ///
    /// *Throws*: as `UnixSocket.connect`.
    package init(to path: String, patience: Duration = .zero) throws(LoopError) {
        self.path = path
        descriptor = try UnixSocket.connect(to: path, patience: patience)
    }

    /// Sends as many of the bytes as the kernel takes now, and returns their number.
    ///
    /// *Throws*: `failed`, with EPIPE if the peer has closed the connection.
    package func send(_ bytes: ArraySlice<UInt8>) throws(LoopError) -> Int {
        let number = number
        do {
            return try systemCall("send", to: "send to \(path)") {
                unsafe bytes.withUnsafeBytes {
                    unsafe Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
                }
            }
        } catch .failed(_, _, SystemCode(EAGAIN)) {
            return 0
        }
    }

    /// Hands over the next bytes, at most `readBytes`.
    ///
    /// *Throws*: `failed` with the system's reason.
    package func receive(_ take: (Span<UInt8>) -> Void) throws(LoopError) -> Received {
        let number = number
        let task = "receive from \(path)"
        do throws(LoopError) {
            let count = try unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.readBytes) {
                (buffer) throws(LoopError) in
                let count = try systemCall("recv", to: task) {
                    unsafe recv(number, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
                }
                if count > 0 { take(unsafe UnsafeBufferPointer(rebasing: buffer[..<count]).span) }
                return count
            }
            return count > 0 ? .bytes : .end
        } catch .failed(_, _, SystemCode(EAGAIN)) {
            return .nothing
        } catch .failed(_, _, SystemCode(ECONNRESET)) {
            // The peer closed the connection and left bytes of ours unread.
            return .end
        }
    }
}
