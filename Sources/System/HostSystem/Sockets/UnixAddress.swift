package import Glibc

/// The address of a Unix socket, checked to be exactly the one asked for.
///
/// libuv 1.44 silently shortens a path that does not fit, and would listen on or connect to another socket.
package struct UnixAddress {
    /// *Units*: bytes of a path; `sun_path` has 108 and the last is the NUL.
    package static let pathByteLimit = 107

    package let path: String
    private var storage = sockaddr_un()
    private let length: socklen_t

    /// *Throws*: `pathTooLong`, `pathUnusable`.
    package init(path: String, allowsAbstract: Bool = false) throws(LoopError) {
        self.path = path
        var bytes = Array(path.utf8)
        guard !bytes.isEmpty, !bytes.contains(0) else { throw .pathUnusable(path: path) }
        guard bytes.count <= Self.pathByteLimit else {
            throw .pathTooLong(path: path, byteCount: bytes.count, byteLimit: Self.pathByteLimit)
        }
        let isAbstract = allowsAbstract && bytes.first == UInt8(ascii: "@")
        if isAbstract { bytes[0] = 0 }
        // The length ends an abstract name; a NUL byte ends a path.
        length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count + (isAbstract ? 0 : 1))
        storage.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &storage.sun_path) { unsafe $0.copyBytes(from: bytes) }
    }

    /// Passes the address to a system call.
    @safe package func use(_ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        unsafe withUnsafeBytes(of: storage) { bytes in
            guard let base = bytes.baseAddress else { return -1 }
            return unsafe call(base.assumingMemoryBound(to: sockaddr.self), length)
        }
    }
}
