internal import HostSystem

/// A program to start, with its arguments, environment and directory.
///
/// It inherits nothing from this process's own environment.
package struct ProcessStart: Equatable, Sendable {
    /// *Shape*: an absolute path; it is not searched for, and it must be trusted: see `TrustRule`.
    package var program: String
    /// The whole argument vector, beginning with the program's own name.
    package var arguments: [String]
    /// The whole environment; it may be empty.
    package var environment: [String: String]
    /// The directory it starts in; nil for this process's own directory.
    package var directory: String?
    /// What it reads from its standard input; nil for /dev/null.
    package var input: [UInt8]?
    /// True if its output is read; if not, the output goes to /dev/null.
    package var isRead: Bool

    package init(
        program: String, arguments: [String], environment: [String: String], directory: String? = nil,
        input: [UInt8]? = nil, isRead: Bool = true
    ) {
        self.program = program
        self.arguments = arguments
        self.environment = environment
        self.directory = directory
        self.input = input
        self.isRead = isRead
    }

    /// The operation's name in error messages.
    var task: String { "start \(program)" }

    /// *Shape*: `NAME=value`, sorted by name, so that equal environments are equal in every byte.
    ///
    /// *Throws*: `unusableText` for a name that is empty or holds `=`.
    func environmentEntries() throws(LoopError) -> [String] {
        try environment.sorted { $0.key < $1.key }.map { (name, value) throws(LoopError) in
            guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: "=")) else { throw .unusableText(name) }
            return "\(name)=\(value)"
        }
    }
}
