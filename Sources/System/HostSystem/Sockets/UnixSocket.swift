package import Glibc

/// The system calls on Unix sockets that several files use.
package enum UnixSocket {
    /// Creates a socket, closed on exec.
    ///
    /// *Throws*: `failed` with the system's reason.
    package static func make(
        _ type: __socket_type, flags: UInt32 = 0, to task: @autoclosure () -> String
    ) throws(LoopError) -> OwnedDescriptor {
        let type = Int32(type.rawValue | SOCK_CLOEXEC.rawValue | flags)
        return OwnedDescriptor(try systemCall("socket", to: task()) { socket(AF_UNIX, type, 0) })
    }

    /// Connects to a socket path.
    ///
    /// A connect to a Unix socket is immediate unless the server's queue is full. Then it waits for a place as long as
    /// `patience` says, and not at all if that is zero.
    ///
    /// - Parameter prepare: sets options that have to be there before the connection is.
    ///
    /// *Throws*: `pathTooLong`, `pathUnusable`; `failed` with ENOENT or ECONNREFUSED if no process listens, EAGAIN if
    /// the server did not take the connection in time.
    package static func connect(
        to path: String, patience: Duration, prepare: (Int32) -> Void = { _ in }
    ) throws(LoopError) -> OwnedDescriptor {
        let address = try UnixAddress(path: path)
        let isPatient = patience > .zero
        let socket = try make(
            SOCK_STREAM, flags: isPatient ? 0 : SOCK_NONBLOCK.rawValue, to: "connect to \(path)")
        let number = socket.number
        prepare(number)
        if isPatient { setSendTimeout(patience, on: number) }
        try systemCall("connect", to: "connect to \(path)") { address.use { unsafe Glibc.connect(number, $0, $1) } }
        return socket
    }

    /// The value of an integer option, or nil if it cannot be read.
    package static func option(_ name: Int32, of descriptor: Int32) -> Int32? {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return unsafe getsockopt(descriptor, SOL_SOCKET, name, &value, &size) == 0 ? value : nil
    }

    /// Sets an option; the caller need not know if the kernel has it.
    package static func setOption<Value: BitwiseCopyable>(_ name: Int32, _ value: Value, on descriptor: Int32) {
        var value = value
        // ignored: fails only for an option that the kernel does not have.
        unsafe _ = setsockopt(descriptor, SOL_SOCKET, name, &value, socklen_t(MemoryLayout<Value>.size))
    }

    /// True if the descriptor is a listening Unix stream socket, false if it is a connected one, nil for anything else.
    package static func isListening(_ descriptor: Int32) -> Bool? {
        guard option(SO_DOMAIN, of: descriptor) == AF_UNIX,
            option(SO_TYPE, of: descriptor) == Int32(SOCK_STREAM.rawValue)
        else { return nil }
        return option(SO_ACCEPTCONN, of: descriptor).map { $0 != 0 }
    }

    /// Limits how long a blocking connect or send may take.
    package static func setSendTimeout(_ timeout: Duration, on descriptor: Int32) {
        let (seconds, attoseconds) = timeout.components
        // A time of zero would wait without an end.
        let microseconds = max(1, Int(attoseconds / 1_000_000_000_000))
        let value = timeval(tv_sec: Int(min(seconds, 1 << 30)), tv_usec: microseconds)
        setOption(SO_SNDTIMEO, value, on: descriptor)
    }

    /// Sets close-on-exec on an inherited descriptor, so that no started program gets it.
    package static func setCloseOnExec(_ descriptor: Int32, to task: @autoclosure () -> String) throws(LoopError) {
        try systemCall("fcntl", to: task()) { fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    }
}
