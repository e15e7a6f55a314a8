// How to write to standard error without ever waiting for its reader.
//
// The obvious way, O_NONBLOCK, belongs to the open file and not to the descriptor: set here, it would also hold for the
// shell that shares the terminal. What works instead depends on what the descriptor is:
//
// * a socket, as the journal's is: `send` with MSG_DONTWAIT;
// * a pipe or a terminal: the same one opened once more through /proc, with O_NONBLOCK for this open file alone;
// * a pipe that another user made, as container managers do, cannot be opened again (EACCES): `poll` first, and at most
//   PIPE_BUF bytes at once, for which a pipe that can be written to has room. Another writer may take that room in
//   between, and then this one waits: only here, and only where the pipe is shared;
// * a file or a device such as /dev/null: `write`; it needs no reader.
//
// PIPE_BUF also bounds every other write but that to a file: a pipe takes so many bytes whole or not at all, between those
// of other writers, and so does a Unix socket. Measured on Linux 6.18, per line of 150 bytes: a write for each line takes
// 0.9 to 1.3 µs in a pipe, writes of 4 KiB take 0.04, writes of 60 KiB no less.

internal import CLibUV
internal import Glibc

/// A descriptor that lines are written to.
///
/// *Owner/thread*: one thread.
final class LineOutput {
    /// What became of a write.
    enum Written: Equatable {
        /// *Units*: bytes, at least one.
        case bytes(Int)
        /// There is no room now.
        case full
        /// Its reader is gone, its disk is full, or the like.
        case failed
    }

    private enum Way {
        case socket
        /// A descriptor of our own, with O_NONBLOCK; also a file, which is always ready.
        case direct
        case afterPoll
    }

    /// What writes go to; the descriptor that was given, or the same opened again.
    private let number: Int32
    private var own: OwnedDescriptor?
    private let way: Way
    /// *Units*: bytes to write at once; lines that are longer go alone.
    let chunkBytes: Int

    /// Looks at what the descriptor is, which stays the caller's and stays as it is.
    init(_ descriptor: Int32) {
        var found = stat()
        // ignored: a descriptor that is not open fails at the first write.
        unsafe _ = fstat(descriptor, &found)
        let type = found.st_mode & S_IFMT
        chunkBytes = type == S_IFREG ? 64 << 10 : Int(PIPE_BUF)
        guard type != S_IFREG, type != S_IFSOCK else {
            number = descriptor
            way = type == S_IFREG ? .direct : .socket
            return
        }
        let opened = unsafe open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        number = opened >= 0 ? opened : descriptor
        way = opened >= 0 ? .direct : .afterPoll
        if opened >= 0 { own = OwnedDescriptor(opened) }
    }

    /// Writes what there is room for.
    func write(_ bytes: [UInt8]) -> Written {
        let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
        while true {
            if way == .afterPoll, !awaitRoom(milliseconds: 0) { return .full }
            let count = unsafe bytes.withUnsafeBytes { bytes in
                switch way {
                case .socket: unsafe send(number, bytes.baseAddress, bytes.count, flags)
                case .direct: unsafe Glibc.write(number, bytes.baseAddress, bytes.count)
                case .afterPoll: unsafe Glibc.write(number, bytes.baseAddress, min(bytes.count, chunkBytes))
                }
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

    /// Waits until there is room, or the reader is gone, which a write then tells; false once the time is over.
    func awaitRoom(milliseconds: Int32) -> Bool {
        var set = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        return unsafe poll(&set, 1, milliseconds) > 0
    }

    /// A descriptor that can be read while there is room; nil where the system has none, or where there always is room.
    func makeRoomDescriptor() -> OwnedDescriptor? {
        let answer = deeplink_watch_writable(number)
        return answer >= 0 ? OwnedDescriptor(answer) : nil
    }
}
