internal import CLinux
internal import Glibc
internal import HostSystem

/// The identity of the process that called connect (or listen) at the other end of a Unix stream, from the kernel.
///
/// Read once and kept: nothing the peer does later changes it, and it stays the same if the peer hands its descriptor
/// on.
package struct PeerCredentials: Equatable, Sendable {
    /// *Units and range*: 0 if the peer is in a pid namespace that this process cannot see.
    package var pid: Int32
    package var uid: UInt32
    package var gid: UInt32
    /// The supplementary groups, in the kernel's order; `gid` need not be among them.
    package var groups: [UInt32]

}

extension PeerCredentials {
    /// Reads the credentials of a connected Unix socket from the kernel.
    ///
    /// *Throws*: `failed` with the system's reason; a peer that cannot be identified is not served.
    /// *Source*: unix(7); SO_PEERGROUPS is Linux 4.13.
    init(of descriptor: Int32) throws(LoopError) {
        var peer = deeplink_peer()
        var size = socklen_t(MemoryLayout<deeplink_peer>.size)
        try systemCall("SO_PEERCRED", to: "identify a client") {
            unsafe getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size)
        }
        try self.init(peer, of: descriptor)
    }

    /// Adds the groups to what accepting a connection has given.
    ///
    /// *Throws*: as above.
    init(_ peer: deeplink_peer, of descriptor: Int32) throws(LoopError) {
        self.init(pid: peer.pid, uid: peer.uid, gid: peer.gid, groups: try Self.groups(of: descriptor))
    }

    /// The origin of the process at the other end of a connection: started by this process or not.
    static func origin(of pid: Int32, on descriptor: Int32, generationLimit: Int) -> ProcessOrigin {
        let origin = ProcessOrigin(of: pid, generationLimit: generationLimit)
        // Checked afterwards: only then is the process that was examined the one that connected.
        return hasEnded(on: descriptor) ? .unknown : origin
    }

    /// The unit of the process at the other end of a connection; nil where that is not known.
    static func unit(of pid: Int32, on descriptor: Int32) -> String? {
        let unit = ProcessUnit.name(of: pid)
        // As above.
        return hasEnded(on: descriptor) ? nil : unit
    }

    /// Reads into a growing array: the kernel returns ERANGE and the size it needs.
    private static func groups(of descriptor: Int32) throws(LoopError) -> [UInt32] {
        let entry = MemoryLayout<UInt32>.stride
        var size = socklen_t(16 * entry)
        while true {
            var groups = [UInt32](repeating: 0, count: Int(size) / entry)
            let answer = unsafe getsockopt(descriptor, SOL_SOCKET, Int32(deeplink_so_peergroups), &groups, &size)
            if answer == 0 { return Array(groups.prefix(Int(size) / entry)) }
            switch errno {
            // More groups than the array holds: `size` is the number of bytes needed.
            case ERANGE where Int(size) > groups.count * entry: continue
            // The peer has no list of groups.
            case ENODATA: return []
            case let code:
                throw .failed(task: "identify a client", call: "SO_PEERGROUPS", code: SystemCode(code))
            }
        }
    }

    /// True if the process that connected is known to have ended.
    ///
    /// Until it has ended, its pid belongs to no other process.
    /// Always false before Linux 6.5, where this cannot be known.
    static func hasEnded(on descriptor: Int32) -> Bool {
        guard let number = UnixSocket.option(Int32(deeplink_so_peerpidfd), of: descriptor) else {
            return errno != ENOPROTOOPT
        }
        let process = OwnedDescriptor(number)
        var waiting = pollfd(fd: process.number, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&waiting, 1, 0) != 0
    }
}
