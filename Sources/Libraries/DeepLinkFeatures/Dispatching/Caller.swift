import Features
import HostSystem

/// Who asks a dispatcher for actions, as requirements of callers look at it.
///
/// A program that serves others says who is at the other end of a connection, as the kernel names it:
///
/// ```swift
/// let dispatcher = try Dispatcher(declarations, for: .user(id: peer.uid), as: Caller(uid: peer.uid, gids: peer.gids))
/// ```
///
/// A dispatcher that is made without one has this process as its caller.
public struct Caller: Hashable, Sendable {
    /// The verifier's caller.
    let known: Features.Caller

    /// Makes a caller of what is known of one.
    ///
    /// - Parameters:
    ///   - uid: the user.
    ///   - gids: the primary and the supplementary groups.
    ///   - socket: the name of the socket by which the call came in.
    ///   - unit: the unit of the service manager in which the process is.
    public init(uid: UInt32, gids: [UInt32] = [], socket: String? = nil, unit: String? = nil) {
        known = Features.Caller(uid: uid, gids: gids, socket: socket, unit: unit)
    }

    /// This process: its user, and the groups of that user.
    ///
    /// *Cost*: may ask the directory service.
    public static var current: Caller {
        let uid = HostFacts.userID
        // ignored: a user without an entry has the group of the process alone.
        let groups = (try? HostFacts.groupIDs(ofUser: uid)) ?? nil
        return Caller(uid: uid, gids: Set(groups ?? []).union([HostFacts.groupID]).sorted())
    }
}
