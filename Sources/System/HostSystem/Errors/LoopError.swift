/// The error of an operation on the system: files, processes, sockets.
///
/// *Shape*: `description` is one line of plain text for people, such as `cannot listen on /run/d.sock: …`. Paths in it
/// are as they were given: escape them before printing.
package enum LoopError: Error, Equatable, Sendable {
    /// A call of the system or of libuv failed. `task` is a verb phrase, `listen on /run/d.sock`.
    case failed(task: String, call: String, code: SystemCode)
    /// A socket path does not fit the kernel's address structure. *Units*: bytes.
    case pathTooLong(path: String, byteCount: Int, byteLimit: Int)
    /// A socket path is empty or holds a NUL byte.
    case pathUnusable(path: String)
    /// Another process accepts connections at this path.
    case addressInUse(path: String)
    /// The path is taken by something that is not a socket; it is not replaced.
    case notASocket(path: String)
    /// An inherited descriptor is not a Unix stream socket, or not of the expected kind.
    case wrongDescriptor(descriptor: Int32, expected: String)
    /// The path to read is a directory, device, FIFO or socket.
    case notAFile(path: String)
    /// *Units*: bytes.
    case fileTooLarge(path: String, byteLimit: Int)
    /// The file was written to while it was read.
    case fileChanged(path: String)
    /// Other users could change a file, folder or link on the way to a path.
    case untrusted(PathFault)
    /// A program, or its interpreter, is executable but not readable, so it cannot be checked. `task` as for `failed`.
    case unreadableProgram(path: String, task: String)
    /// *Units*: names.
    case folderTooLarge(path: String, nameLimit: Int)
    /// An argument, variable or path for a program holds a NUL byte; or a variable's name is empty or holds `=`.
    case unusableText(String)
    /// The value of an environment variable breaks its protocol.
    case invalidVariable(name: String, value: String, reason: String)
}

extension LoopError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .failed(let task, let call, let code): "cannot \(task): \(code.text) (\(code.name) from \(call))"
        case .pathTooLong(let path, let count, let limit):
            "cannot use the socket path \(path): it has \(count) bytes, and the limit is \(limit)"
        case .pathUnusable(let path): "cannot use the socket path \"\(path)\": it is empty or contains a NUL byte"
        case .addressInUse(let path): "cannot listen on \(path): another process is listening there"
        case .notASocket(let path): "cannot listen on \(path): the path exists and is not a socket"
        case .wrongDescriptor(let descriptor, let expected): "descriptor \(descriptor) is not \(expected)"
        case .notAFile(let path): "cannot read \(path): it is not a regular file"
        case .fileTooLarge(let path, let limit): "cannot read \(path): it has more than \(limit) bytes"
        case .fileChanged(let path): "cannot read \(path): it changed during reading"
        case .untrusted(let fault): "\(fault)"
        case .unreadableProgram(let path, let task):
            "cannot \(task): \(path) is executable but not readable, so its format and interpreter cannot be checked (EACCES from open)"
        case .folderTooLarge(let path, let limit): "cannot read the folder \(path): it has more than \(limit) names"
        case .unusableText(let text): "cannot pass \"\(text)\" to a program"
        case .invalidVariable(let name, let value, let reason): "\(name)=\(value): \(reason)"
        }
    }

    /// The system's name of the error, such as `ENOENT`; nil if no single call failed.
    package var codeName: String? {
        if case .unreadableProgram = self { return "EACCES" }
        guard case .failed(_, _, let code) = self else { return nil }
        return code.name
    }
}
