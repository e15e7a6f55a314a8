internal import Glibc

/// Throws if a libuv call (or a wrapper of CLinux) returned a negative number.
@discardableResult
package func checked(_ call: String, to task: @autoclosure () -> String, _ answer: Int32) throws(LoopError) -> Int32 {
    guard answer >= 0 else { throw .failed(task: task(), call: call, code: SystemCode(answer: answer)) }
    return answer
}

/// Makes a system call, repeats it when a signal interrupted it, and throws its errno when it returns -1.
@discardableResult
package func systemCall<Result: SignedInteger>(
    _ call: String, to task: @autoclosure () -> String, _ body: () -> Result
) throws(LoopError) -> Result {
    while true {
        let result = body()
        if result != -1 { return result }
        let code = errno
        if code != EINTR { throw .failed(task: task(), call: call, code: SystemCode(code)) }
    }
}

/// Makes a system call with a path.
///
/// *Throws*: `unusableText` for a path with a NUL byte, since C would read only the part before it; `failed`.
@discardableResult
func systemCall<Result: SignedInteger>(
    _ call: String, on path: String, to task: @autoclosure () -> String, _ body: () -> Result
) throws(LoopError) -> Result {
    guard !path.utf8.contains(0) else { throw .unusableText(path) }
    return try systemCall(call, to: task(), body)
}

/// Writes all bytes, and waits until they are written.
///
/// *Throws*: `failed` with the system's reason.
func writeAll(_ bytes: [UInt8], to descriptor: Int32, task: String) throws(LoopError) {
    var sent = 0
    while sent < bytes.count {
        do {
            sent += try systemCall("write", to: task) {
                unsafe bytes[sent...].withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
            }
        } catch .failed(_, _, SystemCode(EAGAIN)) {
            // Another process that shares the terminal or pipe made it non-blocking.
            var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            try systemCall("poll", to: task) { unsafe poll(&wait, 1, -1) }
        }
    }
}
