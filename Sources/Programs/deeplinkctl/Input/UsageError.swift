/// An argument that is unknown to the table or daemon: exit status 2, without the usage.
struct UsageError: Error, CustomStringConvertible {
    /// *Units*: characters; longer arguments are cut in an error.
    private static let longestWord = 100

    /// *Shape*: the mistake; the correction.
    let description: String

    init(_ what: String, help: String) {
        description = "\(what); \(help)"
    }

    /// A name that nothing of that kind has.
    init(no kind: String, _ name: String, help: String) {
        self.init("there is no \(kind) \(Self.quoted(name))", help: help)
    }

    /// An argument of the user, quoted and cut for an error.
    static func quoted(_ text: String) -> String {
        "`" + (text.count > longestWord ? text.prefix(longestWord) + "…" : text) + "`"
    }
}
