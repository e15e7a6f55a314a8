/// One thing that is wrong, or doubtful, in a route table, as it is sent to whoever asked for a reload.
package struct DiagnosticReport: Equatable, Sendable {
    /// Another place that has to do with it.
    package struct Place: Equatable, Sendable {
        package var file: String
        /// *Units*: lines from 1.
        package var line: Int
        /// *Units*: Unicode scalars from 1.
        package var column: Int
        package var note: String

        package init(file: String, line: Int, column: Int, note: String) {
            self.file = file
            self.line = line
            self.column = column
            self.note = note
        }
    }

    /// *Shape*: `RT` and three digits.
    package var code: String
    /// *Shape*: `error` or `warning`.
    package var severity: String
    package var file: String
    /// *Units*: lines from 1.
    package var line: Int
    /// *Units*: Unicode scalars from 1.
    package var column: Int
    package var message: String
    /// What to do about it.
    package var help: String?
    /// A URL that shows it.
    package var witness: String?
    package var related: [Place]

    package init(
        code: String, severity: String, file: String, line: Int, column: Int, message: String, help: String? = nil,
        witness: String? = nil, related: [Place] = []
    ) {
        self.code = code
        self.severity = severity
        self.file = file
        self.line = line
        self.column = column
        self.message = message
        self.help = help
        self.witness = witness
        self.related = related
    }
}
