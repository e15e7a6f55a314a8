/// Who is at the other end, as the kernel says; never as a message claims.
package struct Caller: Hashable, Sendable {
    /// All but the uid, behind one reference: every proof carries its caller, and a copy of the parts would retain and
    /// release each of them.
    private final class Attributes: Sendable {
        static let none = Attributes([], nil, [], .unknown)

        let gids: [UInt32]
        let socket: String?
        let assumedNames: Set<AssumedName>
        let origin: Origin

        init(_ gids: [UInt32], _ socket: String?, _ assumedNames: Set<AssumedName>, _ origin: Origin) {
            self.gids = gids
            self.socket = socket
            self.assumedNames = assumedNames
            self.origin = origin
        }
    }

    /// A user or group that a test case says the caller is.
    package enum AssumedName: Hashable, Sendable {
        case user(String)
        case group(String)
    }

    /// Who started the program that calls.
    package enum Origin: Hashable, Sendable {
        /// An action: the program is one of the daemon's, or was started by one of them.
        case action
        /// Any other program.
        case elsewhere
        /// It was not looked up, or could not be found out.
        case unknown
    }

    package var uid: UInt32
    private var attributes: Attributes

    /// Makes a caller of what is known of one.
    package init(
        uid: UInt32, gids: [UInt32] = [], socket: String? = nil, assumedNames: Set<AssumedName> = [],
        origin: Origin = .unknown
    ) {
        self.uid = uid
        let hasAttributes = !gids.isEmpty || socket != nil || !assumedNames.isEmpty || origin != .unknown
        attributes = hasAttributes ? Attributes(gids, socket, assumedNames, origin) : .none
    }

    /// The primary and the supplementary groups.
    package var gids: [UInt32] {
        get { attributes.gids }
        set { attributes = Attributes(newValue, socket, assumedNames, origin) }
    }

    /// The name of the listening socket it came in by; nil where sockets have no names.
    package var socket: String? {
        get { attributes.socket }
        set { attributes = Attributes(gids, newValue, assumedNames, origin) }
    }

    /// Names that stand for the ids where the ids are not known: test cases name users and groups that need not exist
    /// on the machine that runs them.
    package var assumedNames: Set<AssumedName> {
        get { attributes.assumedNames }
        set { attributes = Attributes(gids, socket, newValue, origin) }
    }

    /// As it was when the connection was made.
    package var origin: Origin { attributes.origin }

    /// Whether every part is the same; the calls of one connection bring the very same caller.
    package static func == (left: Self, right: Self) -> Bool {
        left.uid == right.uid && (left.attributes === right.attributes || left.hasAttributes(of: right))
    }

    /// Hashes the parts that differ between most callers.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(uid)
        hasher.combine(socket)
    }

    private func hasAttributes(of other: Self) -> Bool {
        gids == other.gids && socket == other.socket && assumedNames == other.assumedNames && origin == other.origin
    }

    /// Whose facts count for this caller.
    package var subject: Subject { .uid(uid) }
}
