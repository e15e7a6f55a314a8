// Closes the descriptors that clients pass to this process, which accepts none.
//
// A client can put open files into a message (SCM_RIGHTS). They stay in the kernel until the message is read or the
// connection is closed. Then the kernel closes them in the thread that reads or closes. If that drops the last reference to
// a TCP socket with SO_LINGER and unsent bytes, the thread waits for as long as the client chose. Clearing SO_LINGER first
// would not help: such a socket can be in the queue of a Unix socket that is passed in its place.
//
// Linux 6.16 and later can refuse passed descriptors. A connection is safe from its first byte on if its listening socket
// had the option set before the connection was made. All other connections (older kernels, or made before an activated
// daemon started) are protected as follows:
//
// 1. A look (MSG_PEEK) goes before each read. It ends behind the first message with descriptors and reports them
//    (MSG_CTRUNC); such a connection is closed without reading more. Bytes that a look showed without descriptors can be
//    read.
// 2. A connection with unread bytes is closed by the end of a thread. The thread gets a copy of the descriptor table
//    (unshare). The loop closes its own descriptor, which is not the last one then. The last one is closed when the thread
//    exits, and the kernel lets no exiting thread linger. Measured on Linux 6.18 with 600 descriptors open: 0.1 ms.
// 3. A read skips an urgent byte (MSG_OOB) and closes the descriptors with it, and a look does not show it. With
//    SO_OOBINLINE it is an ordinary byte.

internal import CLinux
internal import Glibc
internal import HostSystem

/// The protection against descriptors that the peer of a Unix stream may pass.
enum PassedDescriptors {
    /// The result of a look at a connection.
    enum Look: Equatable {
        /// *Units*: bytes that can be read and carry no descriptors; at least one.
        case bytes(Int)
        case nothing
        case end
        /// Nothing more may be read: there are descriptors (EPERM, which the kernel returns to the sender where it
        /// refuses them), or the look failed with the system's reason.
        case failed(SystemCode)
    }

    /// Makes the kernel refuse descriptors from now on, also for the future connections of a listening socket.
    static func refuse(on descriptor: Int32) {
        // Kernels before 6.16 have no such option.
        UnixSocket.setOption(Int32(deeplink_so_passrights), Int32(0), on: descriptor)
        UnixSocket.setOption(SO_OOBINLINE, Int32(1), on: descriptor)
    }

    /// True if the kernel has refused descriptors since the connection was made: asked before `refuse(on:)`.
    static func wereRefused(on descriptor: Int32) -> Bool {
        UnixSocket.option(Int32(deeplink_so_passrights), of: descriptor) == 0
    }

    /// Looks at the bytes that can be read next; afterwards the buffer's content is of no use.
    static func look(at descriptor: Int32, through buffer: UnsafeMutableBufferPointer<UInt8>) -> Look {
        var hasDescriptors: Int32 = 0
        while true {
            let count = unsafe deeplink_look(descriptor, buffer.baseAddress, buffer.count, &hasDescriptors)
            if hasDescriptors != 0 { return .failed(SystemCode(EPERM)) }
            switch -count {
            case ..<0: return .bytes(Int(count))
            case 0: return .end
            case EINTR: continue
            case EAGAIN: return .nothing
            case let code: return .failed(SystemCode(code))
            }
        }
    }

    /// Ends receiving; returns true if unread bytes are left, which may carry descriptors.
    static func mayBeUnread(on descriptor: Int32) -> Bool {
        // ignored: fails if the peer is gone. Without this one more message could arrive before the close.
        _ = shutdown(descriptor, Int32(SHUT_RD))
        return deeplink_unread(descriptor) != 0
    }

    /// Runs `close` so that the last references are dropped in another thread.
    static func withLastReferenceElsewhere(_ close: () -> Void) {
        let keeper = unsafe deeplink_begin_keeping()
        close()
        // ignored: if the system has no thread left, this thread has closed it and may have waited.
        if let keeper = unsafe keeper { unsafe deeplink_end_keeping(keeper) }
    }
}
