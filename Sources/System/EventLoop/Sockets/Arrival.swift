internal import CLinux
internal import HostSystem

/// A connection that was accepted and for which nothing was built yet.
///
/// Its user is known, so that a connection that is over a limit can be closed for the price of three system calls.
/// *Owner/thread*: the loop's thread; the listener.
package final class Arrival {
    private var descriptor: OwnedDescriptor?
    private let process: deeplink_peer

    init(_ descriptor: consuming OwnedDescriptor, from process: deeplink_peer) {
        self.descriptor = consume descriptor
        self.process = process
    }

    /// The user of the process that connected.
    package var uid: UInt32 { process.uid }

    /// The identity of the process that connected; nil where the kernel does not give its groups.
    package var peer: PeerCredentials? {
        guard let number = descriptor?.number else { return nil }
        // ignored: a peer without groups that can be read is not served, as `stream` reports.
        return try? PeerCredentials(process, of: number)
    }

    /// The origin of the process that connected, as `UnixStream.peerOrigin`.
    package func peerOrigin(generationLimit: Int) -> ProcessOrigin {
        guard let number = descriptor?.number else { return .unknown }
        return PeerCredentials.origin(of: process.pid, on: number, generationLimit: generationLimit)
    }

    /// Makes the stream of the connection, which owns the descriptor from here on.
    ///
    /// *Throws*: `failed` with the system's reason; the connection is closed then.
    func stream(on loop: Loop) throws(LoopError) -> UnixStream {
        guard let owned = descriptor.take() else { preconditionFailure("an arrival is served or closed once") }
        let number = owned.number
        let mayHoldDescriptors = !PassedDescriptors.wereRefused(on: number)
        if mayHoldDescriptors { PassedDescriptors.refuse(on: number) }
        let peer = try PeerCredentials(process, of: number)
        return try UnixStream(
            loop: loop, descriptor: owned, peer: peer, mayHoldDescriptors: mayHoldDescriptors)
    }

    /// Closes connections that are not served.
    ///
    /// *Cost*: one thread for all of them together, if any may hold descriptors.
    static func close(_ refused: [Arrival]) {
        var holding: [Arrival] = []
        for arrival in refused {
            if arrival.mayHoldDescriptors { holding.append(arrival) } else { arrival.descriptor = nil }
        }
        guard !holding.isEmpty else { return }
        PassedDescriptors.withLastReferenceElsewhere {
            for arrival in holding { arrival.descriptor = nil }
        }
    }

    private var mayHoldDescriptors: Bool {
        guard let number = descriptor?.number else { return false }
        return !PassedDescriptors.wereRefused(on: number) && PassedDescriptors.mayBeUnread(on: number)
    }
}
