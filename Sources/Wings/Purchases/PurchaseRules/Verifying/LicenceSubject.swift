internal import Contract
package import Features

/// The subject that a licence is for.
///
/// *Shape*: `uid:1000`, `account:ann@example.org` or `machine:` with the 32 digits of /etc/machine-id.
package enum LicenceSubject: Hashable, Sendable, CustomStringConvertible {
    case uid(UInt32)
    case account(String)
    /// *Source*: machine-id(5).
    case machine(id: String)

    /// The subject that licences have to name, to count for one of this machine.
    package init(_ subject: Subject, machineID: String) {
        self =
            switch subject {
            case .uid(let uid): .uid(uid)
            case .account(let name): .account(name)
            case .machine: .machine(id: machineID)
            }
    }

    /// Reads what `description` prints; nil for anything else.
    ///
    /// *Limits*: `Limits.ledgerTextBytes`.
    package init?(_ text: String) {
        guard text.utf8.count <= Limits.ledgerTextBytes, !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            return nil
        }
        let machine = "machine:"
        if text.hasPrefix(machine) {
            let id = text.dropFirst(machine.count)
            guard Self.isMachineID(id) else { return nil }
            self = .machine(id: String(id))
            return
        }
        switch Subject(text) {
        case .uid(let uid): self = .uid(uid)
        case .account(let name): self = .account(name)
        case .machine, nil: return nil
        }
    }

    /// Whether a text is a machine's id.
    package static func isMachineID(_ text: some StringProtocol) -> Bool {
        text.utf8.count == 32
            && text.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }
    }

    package var description: String {
        switch self {
        case .uid(let uid): "uid:\(uid)"
        case .account(let name): "account:" + name
        case .machine(let id): "machine:" + id
        }
    }

    package static func == (left: Self, right: Self) -> Bool {
        left.description.hasSameBytes(as: right.description)
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(description) }
}
