internal import CLibUV
internal import Glibc

/// An error number of the system or of libuv.
package struct SystemCode: Equatable, Sendable {
    /// *Units and range*: positive; an errno value, or above 3000 one of libuv's own.
    package let number: Int32

    package init(_ number: Int32) {
        self.number = number
    }

    /// The code of a libuv call, which answers with the negated number.
    init(answer: Int32) {
        // No trap on Int32.min, whatever a library answers.
        number = answer == .min ? .max : -answer
    }

    /// *Shape*: `ENOENT`.
    package var name: String {
        if number == ENOEXEC { return "ENOEXEC" }
        return Self.text { buffer, size in _ = unsafe uv_err_name_r(-number, buffer, size) }
    }

    /// *Shape*: `no such file or directory`.
    package var text: String {
        // The one answer of execve that libuv has no words for.
        if number == ENOEXEC { return "exec format error" }
        return Self.text { buffer, size in _ = unsafe uv_strerror_r(-number, buffer, size) }
    }

    /// The reentrant calls are used because the plain ones leak a string for each unknown number.
    @safe private static func text(_ fill: (UnsafeMutablePointer<CChar>?, Int) -> Void) -> String {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
            unsafe buffer.initialize(repeating: 0)
            unsafe fill(buffer.baseAddress, buffer.count)
            return unsafe String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }
}
