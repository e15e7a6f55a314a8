/// The subject whose facts count: a user, an account, or the machine.
///
/// *Shape*: printed, and kept, as `uid:1000`, `machine` or `account:ann@example.org`.
public enum Subject: Hashable, Sendable, CustomStringConvertible {
    /// A user of this machine, by the uid.
    case uid(UInt32)
    /// The machine as a whole: the right one for a program with one user.
    case machine
    /// An account of a service on whose behalf a delegate calls, named as the delegate names it.
    case account(String)

    /// A user of this machine.
    public static func user(id: UInt32) -> Self { .uid(id) }

    /// Reads what `description` prints; nil for anything else, `uid:007` and an account without a name among them.
    package init?(_ text: String) {
        if text == "machine" {
            self = .machine
        } else if text.hasPrefix("uid:"), let uid = UInt32(text.dropFirst(4)), String(uid) == text.dropFirst(4) {
            self = .uid(uid)
        } else if text.hasPrefix("account:"), text.utf8.count > 8 {
            self = .account(String(text.dropFirst(8)))
        } else {
            return nil
        }
    }

    /// By bytes: Swift's texts are equal where Unicode calls them equivalent, and the ledger's and other services' are not.
    public static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.uid(let left), .uid(let right)): left == right
        case (.machine, .machine): true
        case (.account(let left), .account(let right)): hasSameBytes(left, right)
        default: false
        }
    }

    private static func hasSameBytes(_ left: String, _ right: String) -> Bool {
        let (leftBytes, rightBytes) = (left.utf8, right.utf8)
        let (left, right) = (leftBytes.span, rightBytes.span)
        guard left.count == right.count else { return false }
        for index in left.indices where left[index] != right[index] { return false }
        return true
    }

    /// Hashes what tells subjects apart.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .uid(let uid): hasher.combine(uid)
        case .machine: hasher.combine(-1)
        // Texts of the same bytes are the same to Swift, too, and hash alike; byte by byte takes several times as long.
        case .account(let name): hasher.combine(name)
        }
    }

    /// *Shape*: `uid:1000`, `machine` or `account:ann@example.org`.
    public var description: String {
        switch self {
        case .uid(let uid): "uid:\(uid)"
        case .machine: "machine"
        case .account(let name): "account:" + name
        }
    }
}
