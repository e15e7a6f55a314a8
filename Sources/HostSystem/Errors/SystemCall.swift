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
