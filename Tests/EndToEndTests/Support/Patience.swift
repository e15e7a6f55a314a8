import Glibc
import TestSupport

/// The time that a test waits for an event that must happen; a test continues as soon as the event arrives.
enum Patience {
    static let milliseconds: Int32 = Sanitizer.isPresent ? 200_000 : 20_000

    /// Waits until a descriptor can be read, or its other end is closed.
    ///
    /// *Throws*: when the time is over; `what` names the missing event.
    static func awaitReadable(_ descriptor: Int32, _ what: @autoclosure () -> String) throws {
        guard try awaitAny([descriptor], milliseconds) != nil else { throw TestFailure("in vain: \(what())") }
    }

    /// The first of the descriptors that can be read; nil once the time is over.
    static func awaitAny(_ descriptors: [Int32], _ milliseconds: Int32) throws -> Int32? {
        var set = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while true {
            let answer = unsafe poll(&set, nfds_t(set.count), milliseconds)
            if answer < 0, errno == EINTR { continue }
            guard answer >= 0 else { throw TestFailure("poll: errno \(errno)") }
            return set.first { $0.revents != 0 }?.fd
        }
    }

    /// True if a descriptor can be written to within that time.
    static func awaitWritable(_ descriptor: Int32, _ milliseconds: Int32) throws -> Bool {
        var set = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        while true {
            let answer = unsafe poll(&set, 1, milliseconds)
            if answer < 0, errno == EINTR { continue }
            guard answer >= 0 else { throw TestFailure("poll: errno \(errno)") }
            return answer > 0
        }
    }

    /// Polls until a condition holds, for states without an event.
    static func lookFor(_ what: String, until isSo: () throws -> Bool) throws {
        for _ in 0..<(milliseconds / 10) {
            if try isSo() { return }
            usleep(10_000)
        }
        throw TestFailure("in vain: \(what)")
    }
}
