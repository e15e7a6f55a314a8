internal import CLibUV
internal import Glibc
internal import HostSystem

/// The system calls on Unix sockets that several files use.
enum UnixSocket {
    /// Creates a socket, closed on exec.
    ///
    /// *Throws*: `failed` with the system's reason.
    static func make(
        _ type: __socket_type, flags: UInt32 = 0, to task: @autoclosure () -> String
    ) throws(LoopError) -> OwnedDescriptor {
        let type = Int32(type.rawValue | SOCK_CLOEXEC.rawValue | flags)
        return OwnedDescriptor(try systemCall("socket", to: task()) { socket(AF_UNIX, type, 0) })
    }

    /// The value of an integer option, or nil if it cannot be read.
    static func option(_ name: Int32, of descriptor: Int32) -> Int32? {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return unsafe getsockopt(descriptor, SOL_SOCKET, name, &value, &size) == 0 ? value : nil
    }

    /// Sets an option; the caller need not know if the kernel has it.
    static func setOption<Value: BitwiseCopyable>(_ name: Int32, _ value: Value, on descriptor: Int32) {
        var value = value
        // ignored: fails only for an option that the kernel does not have.
        unsafe _ = setsockopt(descriptor, SOL_SOCKET, name, &value, socklen_t(MemoryLayout<Value>.size))
    }

    /// True if the descriptor is a listening Unix stream socket, false if it is a connected one, nil for anything else.
    static func isListening(_ descriptor: Int32) -> Bool? {
        guard option(SO_DOMAIN, of: descriptor) == AF_UNIX,
            option(SO_TYPE, of: descriptor) == Int32(SOCK_STREAM.rawValue)
        else { return nil }
        return option(SO_ACCEPTCONN, of: descriptor).map { $0 != 0 }
    }

    /// Limits how long a blocking connect or send may take.
    static func setSendTimeout(_ timeout: Duration, on descriptor: Int32) {
        let milliseconds = Int(min(timeout.wholeMilliseconds, 1 << 40))
        let value = timeval(tv_sec: milliseconds / 1000, tv_usec: milliseconds % 1000 * 1000)
        setOption(SO_SNDTIMEO, value, on: descriptor)
    }

    /// Sets close-on-exec on an inherited descriptor, so that no started program gets it.
    static func setCloseOnExec(_ descriptor: Int32, to task: @autoclosure () -> String) throws(LoopError) {
        try systemCall("fcntl", to: task()) { fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    }
}
