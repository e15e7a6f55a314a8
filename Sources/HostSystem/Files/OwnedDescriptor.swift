internal import Glibc

/// A file descriptor with exactly one owner; it is closed at the end of the owner's lifetime.
package struct OwnedDescriptor: ~Copyable {
    package let number: Int32

    package init(_ number: Int32) {
        self.number = number
    }

    /// Gives up ownership: from here on libuv closes the number.
    package consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }

    deinit {
        // ignored: Linux closes the descriptor even if close fails, and no write through it depends on the result.
        _ = close(number)
    }
}
