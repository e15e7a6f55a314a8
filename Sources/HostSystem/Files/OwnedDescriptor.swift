internal import Glibc

/// A file descriptor with exactly one owner, closed when the owner lets go.
package struct OwnedDescriptor: ~Copyable {
    package let number: Int32

    package init(_ number: Int32) {
        self.number = number
    }

    /// Gives the number away: from here on libuv closes it.
    package consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }

    deinit {
        // ignored: Linux closes the descriptor whatever close answers, and nothing was written through it that counts.
        _ = close(number)
    }
}
