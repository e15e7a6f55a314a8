// Names of D-Bus, by the grammar of its specification. libsystemd refuses most others, and sends a member that begins with a
// digit, for which the bus ends the connection. So a table with another name is refused where it is loaded:
//
//     org.example.Player     a service: two parts or more, of letters, digits, `_` and `-`
//     org.example.Player1    an interface: the same without `-`
//     Play                   a member: one part
//     /org/example/Player    an object: parts behind `/`, which may begin with a digit

/// A kind of names, with its grammar.
///
/// *Source*: D-Bus Specification, "Valid Names" and "Valid Object Paths".
package enum BusName: CaseIterable, Sendable {
    /// The well-known name of a service; a unique name, `:1.7`, is none.
    case service
    case interface
    case member
    case path

    /// *Units*: bytes of a name; a path has no limit of its own.
    package static let byteLimit = 255

    /// What is wrong with a name; nil for a good one.
    ///
    /// *Shape*: the end of a sentence about it.
    package func fault(of text: String) -> String? {
        if self != .path, text.utf8.count > Self.byteLimit { return "is longer than \(Self.byteLimit) bytes" }
        if text.isEmpty { return "is empty" }
        switch self {
        case .service where text.utf8.first == UInt8(ascii: ":"):
            return "is the name of one connection, and of no service"
        case .service, .interface:
            guard text.utf8.contains(UInt8(ascii: ".")) else { return "has no `.`" }
            return fault(ofParts: text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false))
        case .member: return fault(ofParts: [text.utf8[...]])
        case .path:
            guard text.utf8.first == UInt8(ascii: "/") else { return "does not begin with `/`" }
            guard text != "/" else { return nil }
            let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            return fault(ofParts: Array(parts.dropFirst()))
        }
    }

    private func fault(ofParts parts: [Substring.UTF8View]) -> String? {
        for part in parts {
            guard let first = part.first else { return "has an empty part" }
            if self != .path, UInt8(ascii: "0")...UInt8(ascii: "9") ~= first {
                return "has a part that begins with a digit"
            }
            guard let index = part.firstIndex(where: { !takes($0) }) else { continue }
            return "has a character that is not allowed: `\(Substring(part)[index])`"
        }
        return nil
    }

    private func takes(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        case UInt8(ascii: "-"): self == .service
        default: false
        }
    }
}
