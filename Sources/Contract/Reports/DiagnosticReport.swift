package import Varlink

/// An error or a warning about a route table, as the reply to a reload carries it.
package struct DiagnosticReport: Equatable, Sendable {
    /// Another place in a table that the diagnostic refers to.
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

extension DiagnosticReport.Place: WireObject {
    package static var typeName: String { "Place" }
    package static var typeComment: String { "A place in a table that a diagnostic refers to." }
    package static var blank: Self { Self(file: "", line: 0, column: 0, note: "") }

    package mutating func members(_ list: inout some MemberList) {
        list.member("file", &file, "The file as it was named.")
        list.member("line", &line, "The line, from 1.")
        list.member("column", &column, "The column, from 1, in Unicode scalars.")
        list.member("note", &note, "Why it is referred to.")
    }
}

extension DiagnosticReport: WireObject {
    package static var typeName: String { "Diagnostic" }
    package static var typeComment: String { "One thing that is wrong, or doubtful, in a route table." }
    package static var blank: Self { Self(code: "", severity: "", file: "", line: 0, column: 0, message: "") }

    package mutating func members(_ list: inout some MemberList) {
        list.member("code", &code, "Its stable code: RT and three digits.")
        list.member("severity", &severity, "error or warning.")
        list.member("file", &file, "The file as it was named.")
        list.member("line", &line, "The line, from 1.")
        list.member("column", &column, "The column, from 1, in Unicode scalars.")
        list.member("message", &message, "What is wrong, in one sentence.")
        list.member("help", &help, "What to do about it.")
        list.member("witness", &witness, "A URL that shows it.")
        list.member("related", &related, .unlessBlank, "Other places that have to do with it.")
    }
}
