internal import Glibc

/// Throws unless a libuv call (or a wrapper of CLinux) answered zero or more.
@discardableResult
package func checked(_ call: String, to task: @autoclosure () -> String, _ answer: Int32) throws(LoopError) -> Int32 {
    guard answer >= 0 else { throw .failed(task: task(), call: call, code: SystemCode(answer: answer)) }
    return answer
}

/// Makes a system call, again when a signal interrupted it, and throws its errno when it answers -1.
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
