/// The caller: the process at the other end of a connection, as the kernel names it and never as a message claims.
package struct Caller: Hashable, Sendable {
    /// All but the uid.
    private struct Attributes: Equatable, Sendable {
        var gids: [UInt32]
        var socket: String?
        var unit: String?
        var assumedNames: Set<AssumedName>
        let origin: Origin
    }

    /// A user or group that a test case says the caller is.
    package enum AssumedName: Hashable, Sendable {
        case user(String)
        case group(String)
    }

    /// Who started the program that calls.
    package enum Origin: String, Hashable, Sendable {
        /// An action: the program is one of the daemon's, or was started by one of them.
        case action
        /// Any other program.
        case elsewhere
        /// It was not looked up, or could not be found out.
        case unknown
    }

    package var uid: UInt32
    /// Shared, because every proof carries its caller.
    private var reference: Shared<Attributes>
    private var attributes: Attributes {
        get { reference.value }
        set { reference = Shared(newValue) }
    }

    private static let none = Shared(Attributes(gids: [], socket: nil, unit: nil, assumedNames: [], origin: .unknown))

    /// Makes a caller of what is known of one.
    package init(
        uid: UInt32, gids: [UInt32] = [], socket: String? = nil, unit: String? = nil,
        assumedNames: Set<AssumedName> = [], origin: Origin = .unknown
    ) {
        self.uid = uid
        let attributes = Attributes(
            gids: gids, socket: socket, unit: unit, assumedNames: assumedNames, origin: origin)
        reference = attributes == Self.none.value ? Self.none : Shared(attributes)
    }

    /// The primary and the supplementary groups.
    package var gids: [UInt32] {
        get { attributes.gids }
        set { attributes.gids = newValue }
    }

    /// The name of the listening socket it came in by; nil where sockets have no names.
    package var socket: String? {
        get { attributes.socket }
        set { attributes.socket = newValue }
    }

    /// The unit of the service manager that its process was in when the connection was made; nil where no table asks for it,
    /// or it is in none.
    package var unit: String? {
        get { attributes.unit }
        set { attributes.unit = newValue }
    }

    /// Names that stand for the ids where the ids are not known: test cases name users and groups that need not exist
    /// on the machine that runs them.
    package var assumedNames: Set<AssumedName> {
        get { attributes.assumedNames }
        set { attributes.assumedNames = newValue }
    }

    /// As it was when the connection was made.
    package var origin: Origin { attributes.origin }

    /// Whether every part is the same; the calls of one connection bring the very same caller.
    package static func == (left: Self, right: Self) -> Bool {
        left.uid == right.uid && (left.reference === right.reference || left.attributes == right.attributes)
    }

    /// Hashes the parts that differ between most callers.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(uid)
        hasher.combine(socket)
    }

    /// Whose facts count for this caller.
    package var subject: Subject { .uid(uid) }
}
