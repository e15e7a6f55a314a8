internal import CLinux
package import HostSystem

/// Notices peers that hang up: that have closed their end of a connection, or shut down both halves of it.
///
///     printf 'CALL\\0' | nc -N -U SOCKET     shuts down its writing half and reads on: no hang-up
///     ^C                                     closes: a hang-up
///
/// Reading cannot tell the two apart, for both end the bytes; and it is paused while calls wait behind one that is under way.
/// The kernel reports EPOLLHUP for the second alone. libuv cannot watch for that beside a stream of the same descriptor, so
/// all connections are in one epoll set of their own, which the loop watches.
///
/// *Cost*: one system call per connection, none per call.
/// *Owner/thread*: the loop's thread. The owner calls `close()`; a watch does not keep the loop running.
package final class HangUpWatch {
    private static let hangUpsPerRead = 64

    private let handle: Handle<Void>
    private let set: Int32
    private var owned: OwnedDescriptor?
    /// Called once for each connection that was hung up, with its number.
    package var onHangUp: ((Int) -> Void)?

    /// *Throws*: `failed` when the system has no descriptors left.
    package init(loop: Loop) throws(LoopError) {
        set = try checked("epoll_create1", to: "watch for hang-ups", deeplink_make_hangup_set())
        let owned = OwnedDescriptor(set)
        handle = try Handle(reading: set, on: loop, to: "watch for hang-ups")
        self.owned = consume owned
        handle.onEvent = { [weak self] _ in self?.report() }
        handle.onClose = { [self] in self.owned = nil }
        handle.keepLoopRunning(false)
        handle.startReading()
    }

    /// Watches a connection until it is closed here; one that was hung up before is reported too.
    ///
    /// *Throws*: `failed` where the kernel has no memory for it.
    package func watch(_ stream: UnixStream, number: Int) throws(LoopError) {
        guard !handle.isClosing, let descriptor = stream.descriptor else { return }
        _ = try checked(
            "epoll_ctl", to: "watch for a hang-up", deeplink_watch_hangup(set, descriptor, UInt64(number)))
    }

    /// Ends the watch of all connections.
    package func close() {
        onHangUp = nil
        handle.close()
    }

    private func report() {
        var numbers = [UInt64](repeating: 0, count: Self.hangUpsPerRead)
        while !handle.isClosing {
            let count = unsafe deeplink_next_hangups(set, &numbers, Int32(numbers.count))
            for number in numbers.prefix(max(0, Int(count))) { onHangUp?(Int(number)) }
            guard count == numbers.count else { return }
        }
    }
}
