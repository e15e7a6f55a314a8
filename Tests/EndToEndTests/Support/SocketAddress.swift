import Glibc

/// The address of a Unix socket: a path, or after `@` an abstract name.
struct SocketAddress {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    /// A unique abstract name: any user may connect to it, whatever the folders' modes are.
    static func makeAbstract() -> SocketAddress {
        SocketAddress("@deeplinkd-e2e-\(getpid())-\(UInt64.random(in: 0 ... .max))")
    }

    /// Creates a socket and binds it.
    func bind(_ type: __socket_type) throws -> Int32 {
        unsafe try open(type) { unsafe Glibc.bind($0, $1, $2) }
    }

    /// Creates a socket that listens.
    func listen() throws -> Int32 {
        let descriptor = try bind(SOCK_STREAM)
        guard Glibc.listen(descriptor, 128) == 0 else { throw TestFailure("listen: errno \(errno)") }
        return descriptor
    }

    /// Connects a socket.
    func connect() throws -> Int32 {
        unsafe try open(SOCK_STREAM) { unsafe Glibc.connect($0, $1, $2) }
    }

    private func open(
        _ type: __socket_type, _ call: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(type.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw TestFailure("socket: errno \(errno)") }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var name = Array(text.utf8)
        if name.first == UInt8(ascii: "@") { name[0] = 0 }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
        let length = socklen_t(2 + name.count + (name.first == 0 ? 0 : 1))
        let answer = unsafe withUnsafeBytes(of: address) { bytes in
            guard let base = bytes.baseAddress else { return Int32(-1) }
            return unsafe call(descriptor, base.assumingMemoryBound(to: sockaddr.self), length)
        }
        guard answer == 0 else {
            let code = errno
            close(descriptor)
            throw TestFailure("\(text): errno \(code)")
        }
        return descriptor
    }
}
