/// The command was told something that its table or daemon does not know: exit status 2, without the usage.
struct Misuse: Error, CustomStringConvertible {
    /// *Units*: characters of what somebody wrote that an error repeats.
    private static let longestWord = 100

    /// *Shape*: what is wrong; what to do.
    let description: String

    init(_ what: String, help: String) {
        description = "\(what); \(help)"
    }

    /// What somebody wrote, as an error repeats it.
    static func quoted(_ text: String) -> String {
        "`" + (text.count > longestWord ? text.prefix(longestWord) + "…" : text) + "`"
    }
}
