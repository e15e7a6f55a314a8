internal import Glibc

/// Waits until one of several descriptors can be read or written.
///
///     var poll = DescriptorPoll()
///     let place = poll.add(socket.number, reading: true)
///     try poll.wait()
///     if poll.isReadable(place) { … }
package struct DescriptorPoll {
    private var entries: [pollfd] = []

    package init() {}

    /// Adds a descriptor, and returns its place.
    ///
    /// A peer that has hung up is reported also if neither is waited for.
    package mutating func add(_ descriptor: Int32, reading: Bool, writing: Bool = false) -> Int {
        let events = (reading ? POLLIN : 0) | (writing ? POLLOUT : 0)
        entries.append(pollfd(fd: descriptor, events: Int16(events), revents: 0))
        return entries.count - 1
    }

    /// Waits until something is reported, or until a time of the monotonic clock.
    ///
    /// - Parameter endNs: *units*: nanoseconds of `HostClock.monotonicNs`; nil to wait without an end.
    ///
    /// *Throws*: `failed`, with ENOMEM or EINVAL for too many descriptors.
    package mutating func wait(until endNs: Int64? = nil) throws(LoopError) {
        while true {
            let milliseconds = endNs.map { Self.milliseconds(until: $0) } ?? -1
            let count = unsafe poll(&entries, nfds_t(entries.count), milliseconds)
            if count >= 0 { return }
            let code = errno
            if code != EINTR { throw .failed(task: "wait for a socket", call: "poll", code: SystemCode(code)) }
        }
    }

    /// Rounded up, so that the time has passed when the wait is over.
    private static func milliseconds(until endNs: Int64) -> Int32 {
        let left = max(0, endNs - HostClock.monotonicNs)
        return Int32(min((left + 999_999) / 1_000_000, Int64(Int32.max)))
    }

    /// True if a read would not wait: there are bytes, or they have ended.
    package func isReadable(_ place: Int) -> Bool { has(place, POLLIN | POLLHUP | POLLERR | POLLNVAL) }

    /// True if a write would not wait.
    package func isWritable(_ place: Int) -> Bool { has(place, POLLOUT | POLLHUP | POLLERR | POLLNVAL) }

    /// True if the peer has closed the connection; bytes that it sent before may still be read.
    package func hasHungUp(_ place: Int) -> Bool { has(place, POLLHUP | POLLERR | POLLNVAL) }

    private func has(_ place: Int, _ events: Int32) -> Bool { Int32(entries[place].revents) & events != 0 }
}
