internal import HostSystem

/// What program to start, and with what.
///
/// Nothing is taken from this process's own environment.
package struct ProcessStart: Equatable, Sendable {
    /// *Shape*: an absolute path; it is not searched for, and it must be trusted: see `TrustRule`.
    package var program: String
    /// The whole argument vector, the name the program sees for itself first.
    package var arguments: [String]
    /// The whole environment; it may be empty.
    package var environment: [String: String]
    /// Where it starts; nil for this process's own directory.
    package var directory: String?
    /// Whether what it writes is read; if not, it goes to /dev/null.
    package var isRead: Bool

    package init(
        program: String, arguments: [String], environment: [String: String], directory: String? = nil,
        isRead: Bool = true
    ) {
        self.program = program
        self.arguments = arguments
        self.environment = environment
        self.directory = directory
        self.isRead = isRead
    }

    /// What is done with it, for messages.
    var task: String { "start \(program)" }

    /// *Shape*: `NAME=value`, sorted by name, so that equal environments are equal in every byte.
    ///
    /// *Throws*: `unusableText` for a name that is empty or holds `=`.
    func environmentEntries() throws(LoopError) -> [String] {
        var entries: [String] = []
        for (name, value) in environment.sorted(by: { $0.key < $1.key }) {
            guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: "=")) else { throw .unusableText(name) }
            entries.append("\(name)=\(value)")
        }
        return entries
    }
}
