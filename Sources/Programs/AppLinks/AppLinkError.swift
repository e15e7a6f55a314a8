/// The reason why a file cannot be imported, or why no file can be made of a table.
package struct AppLinkError: Error, Equatable, Sendable {
    /// A position in the file.
    package struct Place: Equatable, Sendable {
        /// *Units*: lines, from 1.
        package let line: Int
        /// *Units*: bytes, from 1.
        package let column: Int

        /// The position of a byte.
        init(_ offset: Int, in bytes: [UInt8]) {
            let before = bytes.prefix(max(0, offset))
            line = before.count { $0 == 0x0A } + 1
            column = before.count - (before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0) + 1
        }

        /// The start of a line.
        init(line: Int) { (self.line, column) = (line, 1) }
    }

    /// Nil for the file as a whole.
    package let place: Place?
    /// The problem as one sentence, without a full stop.
    package let sentence: String
    /// What to do.
    package let help: String?
    /// Whether it is about the file, and not about the command line or the table.
    package let isOfFile: Bool

    init(_ sentence: String, at place: Place? = nil, help: String? = nil, isOfFile: Bool = true) {
        (self.sentence, self.place, self.help, self.isOfFile) = (sentence, place, help, isOfFile)
    }
}

/// The bounds of what is read and made.
enum AppLinkLimits {
    /// *Units*: bytes of a file.
    static let bytes = 8 << 20
    /// *Units*: rules, paths or routes of a file.
    static let rules = 20_000
    /// *Units*: patterns that one rule becomes.
    static let patternsOfRule = 64
    /// *Units*: patterns of one route: half of what a table allows, since each may have a second one with a slash.
    static let patternsOfRoute = 32
    /// *Units*: bytes of one rule's pattern.
    static let patternBytes = 4096
    /// *Units*: differences that a report lists.
    static let losses = 1000
}
