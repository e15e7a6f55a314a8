/// Who may use a feature: one of several users, groups or sockets.
package struct CallerRequirement: Equatable, Sendable, CustomStringConvertible {
    /// What the values name.
    package enum Kind: String, CaseIterable, Sendable {
        case uid
        case user
        case gid
        case group
        case socket
    }

    /// One value, with the id it stands for where that is known.
    package struct Value: Equatable, Sendable {
        package let text: String
        /// The number of a uid or gid, or the id of a user or group that this machine knows.
        package let id: UInt32?

        package init(text: String, id: UInt32?) {
            self.text = text
            self.id = id
        }
    }

    package let kind: Kind
    /// One of them is enough; with none, no caller is admitted.
    package let values: [Value]

    package init(kind: Kind, values: [Value]) {
        self.kind = kind
        self.values = values
    }

    /// *Shape*: `group audio video`; a name that holds blanks, quotes or backslashes is quoted, so that different
    /// requirements never read alike.
    package var description: String {
        kind.rawValue + " " + values.map(\.text.asWord).joined(separator: " ")
    }

    /// Whether the caller is one of them.
    package func admits(_ caller: Caller) -> Bool {
        values.contains { value in
            switch kind {
            case .uid: value.id == caller.uid
            case .user: value.id == caller.uid || caller.assumedNames.contains(.user(value.text))
            case .gid: value.id.map(caller.gids.contains) ?? false
            case .group:
                value.id.map(caller.gids.contains) ?? false || caller.assumedNames.contains(.group(value.text))
            case .socket: caller.socket == value.text
            }
        }
    }
}
