// Writes to standard error without ever waiting for its reader.
//
// The obvious way, O_NONBLOCK, belongs to the open file and not to the descriptor: set here, it would also affect the shell
// that shares the terminal. The right way depends on the kind of the descriptor:
//
// * A socket, such as the journal's: `send` with MSG_DONTWAIT.
// * A pipe or a terminal: opened once more through /proc, with O_NONBLOCK for this open file only.
// * A pipe or a terminal of another user, as container managers and sudo pass on: it cannot be opened again (EACCES). A
//   thread gets the bytes, writes them there and waits instead of the loop. `poll` would not be enough: for a terminal it
//   reports room for one byte only, and the room in a pipe may be taken by another writer.
// * A file or a device such as /dev/null: `write`; it needs no reader.
//
// PIPE_BUF also limits every other write, except to a file: a pipe takes that many bytes whole or not at all, between those
// of other writers, and so does a Unix socket. Measured on Linux 6.18, per line of 150 bytes: one write per line takes 0.9
// to 1.3 µs in a pipe, writes of 4 KiB take 0.04, writes of 60 KiB no less.

internal import CLinux
internal import Glibc
internal import HostSystem

/// A descriptor that lines are written to.
///
/// *Owner/thread*: one thread.
final class LineOutput: LineSink {
    /// The result of a write.
    enum Written: Equatable {
        /// *Units*: bytes, at least one.
        case bytes(Int)
        /// There is no room at the moment.
        case full
        /// For example, its reader is gone or its disk is full.
        case failed
    }

    private enum Way {
        case socket
        /// A separate descriptor with O_NONBLOCK; also a file, which is always ready.
        case direct
        /// A socket to a thread that reads from its other end and writes to the descriptor.
        case relay
    }

    /// *Units*: bytes, as the kernel counts them, on their way to the thread: a few writes of PIPE_BUF.
    private static let relayBytes: Int32 = 32 << 10

    /// The descriptor of the writes: the given one, or the same file opened again.
    private let number: Int32
    private var own: OwnedDescriptor?
    private let way: Way
    let chunkBytes: Int
    let lineEnd = UInt8(ascii: "\n")
    /// The descriptor of the writes.
    var descriptors: [Int32] { [number] }
    /// The descriptor of the writes.
    var fullDescriptor: Int32 { number }

    /// Examines the descriptor, which stays the caller's and is not changed.
    ///
    /// - Parameter opensAgain: for tests: false treats it as another user's.
    init(_ descriptor: Int32, opensAgain: Bool = true) {
        var found = stat()
        // A descriptor that is not open fails at the first write.
        let isOpen = unsafe fstat(descriptor, &found) == 0
        let type = found.st_mode & S_IFMT
        chunkBytes = type == S_IFREG ? 64 << 10 : Int(PIPE_BUF)
        guard isOpen, type != S_IFREG, type != S_IFSOCK else {
            number = descriptor
            way = type == S_IFSOCK ? .socket : .direct
            return
        }
        let flags = O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        let opened = opensAgain ? unsafe open("/proc/self/fd/\(descriptor)", flags) : -1
        if opened >= 0 {
            (number, way) = (opened, .direct)
            own = OwnedDescriptor(opened)
        } else if let relay = Self.startRelay(to: descriptor) {
            (number, way) = (relay, .relay)
            own = OwnedDescriptor(relay)
        } else {
            // The system has no thread left: waiting for the reader is better than losing the log.
            (number, way) = (descriptor, .direct)
        }
    }

    /// Starts a thread that writes to the descriptor; it ends when the sender closes, or when it cannot write.
    private static func startRelay(to descriptor: Int32) -> Int32? {
        var ends: [Int32] = [-1, -1]
        // One message is one write, so lines stay whole.
        let type = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else { return nil }
        UnixSocket.setOption(SO_SNDBUF, relayBytes, on: ends[0])
        guard deeplink_start_relay(ends[1], descriptor) == 0 else {
            for end in ends { _ = close(end) }
            return nil
        }
        return ends[0]
    }

    /// Writes as many bytes as there is room for.
    func write(_ bytes: UnsafeRawBufferPointer) -> Written {
        let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
        while true {
            let count =
                switch way {
                case .socket: unsafe send(number, bytes.baseAddress, bytes.count, flags)
                case .direct: unsafe Glibc.write(number, bytes.baseAddress, bytes.count)
                case .relay: unsafe send(number, bytes.baseAddress, min(bytes.count, chunkBytes), flags)
                }
            if count > 0 { return .bytes(count) }
            guard count < 0 else { return .full }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .full
            default: return .failed
            }
        }
    }

    /// Waits for room, or until the reader is gone.
    func awaitRoom(milliseconds: Int32) -> Bool {
        var set = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        return unsafe poll(&set, 1, milliseconds) > 0
    }

    /// Waits until the thread of the relay has written everything, if there is one.
    func finish(milliseconds: Int32) {
        guard way == .relay else { return }
        // ignored: fails if the thread has ended.
        _ = shutdown(number, Int32(SHUT_WR))
        var set = pollfd(fd: number, events: 0, revents: 0)
        unsafe _ = poll(&set, 1, milliseconds)
    }
}
