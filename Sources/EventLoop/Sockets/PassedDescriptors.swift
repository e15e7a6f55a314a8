// Descriptors that clients pass to this process, which takes none.
//
// A client can put open files into a message (SCM_RIGHTS). They stay in the kernel until the message is read or its
// connection is closed, and then the kernel closes them in the thread that does it. A TCP socket with SO_LINGER and unsent
// bytes, whose last reference goes that way, has this thread wait for as long as the client chose. To clear SO_LINGER
// first would not help: such a socket can be in the queue of a Unix socket that is passed in its place.
//
// From Linux 6.16 on the kernel refuses them, and a connection is safe from its first byte on if the listening socket said so
// before it was made. For all others, on older kernels and from before the start of an activated daemon:
//
// 1. A look (MSG_PEEK) goes before each read. It ends behind the first message with descriptors and tells that there are some
//    (MSG_CTRUNC); such a connection is closed, and nothing more of it is read. What a look has shown without them can be read.
// 2. A connection with unread bytes is closed as a thread ends. The thread gets a copy of the descriptor table (unshare), the
//    loop closes its own descriptor, which is not the last one then, and the last one goes with the thread: the kernel lets no
//    thread that exits linger. Measured on Linux 6.18 with 600 descriptors open: 0.1 ms.
// 3. A read passes over an urgent byte (MSG_OOB) and closes what came with it, and a look does not show it. With SO_OOBINLINE it
//    is a byte like the others.

internal import CLinux
internal import Glibc
internal import HostSystem

/// What is done about descriptors that the peer of a Unix stream may pass.
enum PassedDescriptors {
    /// What a look at a connection shows.
    enum Look: Equatable {
        /// *Units*: so many bytes, at least one, can be read and carry no descriptors.
        case bytes(Int)
        case nothing
        case end
        /// Nothing more is to be read: there are descriptors (EPERM, as the kernel answers the sender where it refuses
        /// them), or the system's reason.
        case failed(SystemCode)
    }

    /// Has the kernel refuse them from now on, also for the connections that a listening socket will have.
    static func refuse(on descriptor: Int32) {
        var (no, yes): (Int32, Int32) = (0, 1)
        let size = socklen_t(MemoryLayout<Int32>.size)
        // ignored: kernels before 6.16 do not know it.
        unsafe _ = setsockopt(descriptor, SOL_SOCKET, Int32(deeplink_so_passrights), &no, size)
        // ignored: cannot fail for a socket.
        unsafe _ = setsockopt(descriptor, SOL_SOCKET, SO_OOBINLINE, &yes, size)
    }

    /// Whether the kernel has refused them since the connection was made: asked before `refuse(on:)`.
    static func wereRefused(on descriptor: Int32) -> Bool {
        UnixSocket.option(Int32(deeplink_so_passrights), of: descriptor) == 0
    }

    /// Looks at what can be read next; what is in the buffer afterwards is of no use.
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

    /// Ends the receiving, and answers whether there is anything unread, which may carry descriptors.
    static func mayBeUnread(on descriptor: Int32) -> Bool {
        // ignored: fails where there is no peer any more. Without this one more message could come before the close.
        _ = shutdown(descriptor, Int32(SHUT_RD))
        return deeplink_unread(descriptor) != 0
    }

    /// Has a thread close what `close` closes last of all in this one.
    static func withLastReferenceElsewhere(_ close: () -> Void) {
        let keeper = unsafe deeplink_begin_keeping()
        close()
        // ignored: where the system has no thread left this one has closed it, and may have waited.
        if let keeper = unsafe keeper { unsafe deeplink_end_keeping(keeper) }
    }
}
