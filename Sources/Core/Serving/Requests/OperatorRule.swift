import Features
import HostSystem

// The users that are operators of the daemon. Root is one, and so are members of the groups that the table names.
// Whether the daemon's own user is one depends on whose programs run as that user:
//
//     the system unit               DEEPLINKD_EXEC=no    starts no programs: what runs as its user is the service
//                                                        manager's, so it is an operator
//     the system unit, exec.conf    DEEPLINKD_EXEC=yes   every action's program runs as its user, who is no operator
//     a user instance               unset                its user is a person: an operator, but for the programs of actions
//
// A program that an action started is no operator, whatever its user: its arguments come from a link. It is known by its
// ancestors (ProcessOrigin.swift). What it has another service start for it (systemd-run --user, cron, ssh) is none of the
// daemon's descendants, and is not recognized.

/// Which callers are operators.
package struct OperatorRule: Sendable {
    /// What runs as the daemon's own user.
    package enum OwnUser: Equatable, Sendable {
        /// No program of an action.
        case serviceWithoutPrograms
        /// Every program of an action, and nothing else.
        case serviceWithPrograms
        /// A person's programs, those of actions among them.
        case person
    }

    private let ownUser: OwnUser
    private let ownUID: UInt32

    package init(_ ownUser: OwnUser, uid: UInt32 = HostFacts.userID) {
        self.ownUser = ownUser
        ownUID = uid
    }

    /// Whether the daemon is a user instance, of which its own user is an operator.
    package var isOfUserInstance: Bool { ownUser == .person }

    /// Whether it makes a difference who started a program of this user that calls.
    ///
    /// - Parameter isInGroup: whether it is in a group that gives rights.
    ///
    /// To find out costs some readings of /proc for each connection.
    func needsOrigin(uid: UInt32, isInGroup: Bool) -> Bool {
        ownUser != .serviceWithoutPrograms && (uid == 0 || uid == ownUID || isInGroup)
    }

    /// Whether the caller is an operator, or has another right that groups give and programs of actions do not have.
    ///
    /// - Parameter isInGroup: whether it is in a group that gives the right.
    func admits(_ caller: Caller, isInGroup: Bool) -> Bool {
        guard caller.origin != .action else { return false }
        guard caller.uid == ownUID else { return caller.uid == 0 || isInGroup }
        return switch ownUser {
        case .serviceWithoutPrograms: true
        // Only a daemon that runs as root has an operator here.
        case .serviceWithPrograms: caller.uid == 0 && caller.origin == .elsewhere
        case .person: caller.origin == .elsewhere
        }
    }
}
