internal import CLinux
internal import Glibc

/// Wakes a thread that waits in a `DescriptorPoll`, from any thread.
package final class WakeDescriptor: Sendable {
    private let descriptor: OwnedDescriptor
    /// The descriptor to wait for.
    package var number: Int32 { descriptor.number }

    /// *Throws*: `failed` if there are no descriptors left.
    package init() throws(LoopError) {
        descriptor = OwnedDescriptor(try checked("eventfd", to: "make an event", deeplink_make_event()))
    }

    /// Makes the descriptor readable.
    package func send() {
        var one: UInt64 = 1
        // ignored: fails only for a counter that is full, and then the descriptor is readable.
        unsafe _ = write(number, &one, MemoryLayout<UInt64>.size)
    }

    /// Makes the descriptor unreadable until the next `send`.
    package func reset() {
        var count: UInt64 = 0
        // ignored: fails only for a counter of zero.
        unsafe _ = read(number, &count, MemoryLayout<UInt64>.size)
    }
}
