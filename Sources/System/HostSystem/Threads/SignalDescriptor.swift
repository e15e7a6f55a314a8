internal import CLinux
internal import Glibc

/// Signals of this process as a descriptor, so that one wait covers them and sockets.
///
/// *Owner/thread*: the main thread, before there are others: they inherit its mask, and a signal that one thread does not
/// block takes its default effect there.
package struct SignalDescriptor: ~Copyable {
    /// The signals that ask a program to end: SIGINT and SIGTERM.
    package static let endings: [Int32] = [SIGINT, SIGTERM]

    private let descriptor: OwnedDescriptor
    /// The descriptor to wait for; readable while a signal is pending.
    package var number: Int32 { descriptor.number }

    /// Blocks the signals from now on, also after the end of this value.
    ///
    /// *Throws*: `failed`, with EINVAL for a number that is no signal.
    package init(_ numbers: [Int32]) throws(LoopError) {
        descriptor = OwnedDescriptor(
            try checked("signalfd", to: "watch signals", unsafe deeplink_watch_signals(numbers, Int32(numbers.count))))
    }

    /// Takes the next pending signal; nil if there is none.
    package func next() -> Int32? {
        let answer = deeplink_next_signal(number)
        return answer > 0 ? answer : nil
    }
}
