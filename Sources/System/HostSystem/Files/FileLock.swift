internal import Glibc

/// A lock between processes that change the same files; it ends with this value, and with its process.
package struct FileLock: ~Copyable {
    /// How often a lock that another process has is tried.
    private static let pauseNs: Int64 = 5_000_000

    private let descriptor: OwnedDescriptor

    /// Takes the lock of a file, which is created and left where it is: if it were removed, two processes could lock two files
    /// of one name.
    ///
    /// Blocks while another process, or another lock of this one, has it.
    ///
    /// - Parameter endNs: until when to wait; then nil is the result. *Units*: nanoseconds of `HostClock.monotonicNs`.
    ///
    /// *Throws*: `unusableText` for a path with a NUL byte, `failed` with the system's reason, ELOOP for a symbolic link.
    package init?(_ path: String, until endNs: Int64) throws(LoopError) {
        let task = "lock \(path)"
        let descriptor = try OwnedDescriptor(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600, to: task)
        while true {
            do throws(LoopError) {
                let number = descriptor.number
                try systemCall("flock", to: task) { flock(number, LOCK_EX | LOCK_NB) }
                self.descriptor = descriptor
                return
            } catch {
                guard case .failed(_, _, SystemCode(EWOULDBLOCK)) = error else { throw error }
            }
            let nowNs = HostClock.monotonicNs
            guard nowNs < endNs else { return nil }
            var pause = DescriptorPoll()
            try pause.wait(until: min(endNs, nowNs + Self.pauseNs))
        }
    }
}
