/// Who is at the other end, as the kernel says; never as a message claims.
package struct Caller: Equatable, Sendable {
    package var uid: UInt32
    /// The primary and the supplementary groups.
    package var gids: [UInt32]
    /// The name of the listening socket it came in by; nil where sockets have no names.
    package var socket: String?
    /// Names that stand for the ids where the ids are not known: test cases name users and groups that need not exist
    /// on the machine that runs them.
    package var assumedNames: Set<AssumedName>

    /// A user or group that a test case says the caller is.
    package enum AssumedName: Hashable, Sendable {
        case user(String)
        case group(String)
    }

    package init(uid: UInt32, gids: [UInt32] = [], socket: String? = nil, assumedNames: Set<AssumedName> = []) {
        self.uid = uid
        self.gids = gids
        self.socket = socket
        self.assumedNames = assumedNames
    }

    /// Part by part and in place, which copies nothing: callers are compared wherever an answer for one is used again.
    @inline(__always)
    package static func == (left: Self, right: Self) -> Bool {
        left.uid == right.uid && left.gids == right.gids && left.socket == right.socket
            && (left.assumedNames.isEmpty && right.assumedNames.isEmpty || left.assumedNames == right.assumedNames)
    }

    /// Whose facts count for this caller.
    package var subject: Subject { .uid(uid) }
}
