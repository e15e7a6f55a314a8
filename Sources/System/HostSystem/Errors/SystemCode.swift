internal import CLinux

/// An error number of the system or of libuv.
package struct SystemCode: Equatable, Sendable {
    /// *Units and range*: positive; an errno value, or above 3000 a number of libuv's own.
    package let number: Int32

    package init(_ number: Int32) {
        self.number = number
    }

    /// The code of a libuv call, which returns the negated number.
    package init(answer: Int32) {
        // Int32.min must not trap, if a library should return it.
        number = answer == .min ? .max : -answer
    }

    /// *Shape*: `ENOENT`; `error 4094` for a number that the C library does not know.
    package var name: String {
        guard let name = unsafe strerrorname_np(number) else { return "error \(number)" }
        return unsafe String(cString: name)
    }

    /// *Shape*: `no such file or directory`.
    package var text: String {
        guard let text = unsafe strerrordesc_np(number) else { return "unknown error \(number)" }
        let sentence = unsafe String(cString: text)
        return sentence.prefix(1).lowercased() + sentence.dropFirst()
    }
}
