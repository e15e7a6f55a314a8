internal import Glibc

/// The address of a Unix socket, checked to be exactly what was asked for.
///
/// libuv 1.44 silently shortens a path that does not fit, and would serve or call another socket.
struct UnixAddress {
    /// *Units*: bytes of a path; `sun_path` has 108 and the last is the NUL.
    static let pathByteLimit = 107

    let path: String
    private var storage = sockaddr_un()
    private let length: socklen_t

    /// *Throws*: `pathTooLong`, `pathUnusable`.
    init(path: String, allowsAbstract: Bool = false) throws(LoopError) {
        self.path = path
        var bytes = Array(path.utf8)
        guard !bytes.isEmpty, !bytes.contains(0) else { throw .pathUnusable(path: path) }
        guard bytes.count <= Self.pathByteLimit else {
            throw .pathTooLong(path: path, byteCount: bytes.count, byteLimit: Self.pathByteLimit)
        }
        let isAbstract = allowsAbstract && bytes.first == UInt8(ascii: "@")
        if isAbstract { bytes[0] = 0 }
        // An abstract name ends where the length says, a path with its NUL.
        length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count + (isAbstract ? 0 : 1))
        storage.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &storage.sun_path) { unsafe $0.copyBytes(from: bytes) }
    }

    /// Hands the address to a system call.
    @safe func use(_ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        unsafe withUnsafeBytes(of: storage) { bytes in
            guard let base = bytes.baseAddress else { return -1 }
            return unsafe call(base.assumingMemoryBound(to: sockaddr.self), length)
        }
    }
}

/// The system calls on Unix sockets that more than one file needs.
enum UnixSocket {
    static func make(
        _ type: __socket_type, flags: UInt32 = 0, to task: @autoclosure () -> String
    ) throws(LoopError) -> OwnedDescriptor {
        let type = Int32(type.rawValue | SOCK_CLOEXEC.rawValue | flags)
        return OwnedDescriptor(try systemCall("socket", to: task()) { socket(AF_UNIX, type, 0) })
    }

    /// The value of an integer option, or nil if it cannot be had.
    static func option(_ name: Int32, of descriptor: Int32) -> Int32? {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return unsafe getsockopt(descriptor, SOL_SOCKET, name, &value, &size) == 0 ? value : nil
    }

    /// Whether the descriptor is a Unix stream socket; nil for anything else, else whether it listens.
    static func isListening(_ descriptor: Int32) -> Bool? {
        guard option(SO_DOMAIN, of: descriptor) == AF_UNIX,
            option(SO_TYPE, of: descriptor) == Int32(SOCK_STREAM.rawValue)
        else { return nil }
        return option(SO_ACCEPTCONN, of: descriptor).map { $0 != 0 }
    }

    /// Bounds how long a blocking connect or send may take.
    static func setSendTimeout(_ timeout: Duration, on descriptor: Int32) {
        let milliseconds = Int(min(timeout.wholeMilliseconds, 1 << 40))
        var value = timeval(tv_sec: milliseconds / 1000, tv_usec: milliseconds % 1000 * 1000)
        // ignored: cannot fail for a socket; without it the call would only wait longer.
        unsafe _ = setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &value, socklen_t(MemoryLayout<timeval>.size))
    }

    static func setCloseOnExec(_ descriptor: Int32, to task: @autoclosure () -> String) throws(LoopError) {
        try systemCall("fcntl", to: task()) { fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    }
}
