/// The text of `--help`.
enum HelpPage {
    /// *Units*: columns.
    private static let width = 80
    /// *Units*: columns in front of what an option is for.
    private static let labelWidth = 26

    private static let introduction = [
        "OVERVIEW: Serves deep links: matches app URLs against a route table and performs verified actions.",
        "Example: deeplinkd -f routes.conf --socket /run/user/1000/deeplinkd/io.deeplinkd.sock",
        """
        SIGHUP reads the table again, SIGTERM ends the daemon. A table with errors ends it at the start, with status 78; \
        with sockets that the service manager passed it answers each link `pending.table.invalid` until a reload \
        succeeds. With DEEPLINKD_EXEC=no in the environment every `exec` in the table is an error. With \
        DEEPLINKD_EXEC=yes the daemon's own user is not an operator, because programs run as that user.
        """,
    ]

    /// *Shape*: lines, each with its end.
    static var text: String {
        introduction.map { wrapped($0, indent: 0) + "\n" }.joined()
            + "USAGE: \(CommandLineOption.usage)\n\nOPTIONS:\n"
            + CommandLineOption.all.map(entry).joined()
    }

    private static func entry(_ option: CommandLineOption) -> String {
        let label = "  \(option.label)"
        let values = option.values.isEmpty ? "" : " (values: \(option.values.joined(separator: ", ")))"
        let summary = wrapped(option.summary + values, indent: labelWidth)
        let start = label.count < labelWidth ? label + summary.dropFirst(label.count) : label + "\n" + summary
        return start + (option.details.isEmpty ? "" : wrapped(option.details, indent: 8))
    }

    /// Breaks a text between words into indented lines.
    private static func wrapped(_ text: String, indent: Int) -> String {
        let lines = text.split(separator: " ").reduce(into: [String]()) { lines, word in
            if let last = lines.last, indent + last.count + 1 + word.count < width {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines.map { String(repeating: " ", count: indent) + $0 + "\n" }.joined()
    }
}
