/// An error or a warning about a route table, as the reply to a reload carries it.
package struct DiagnosticReport: WireObject, Equatable {
    /// Another place in a table that the diagnostic refers to.
    package struct Place: WireObject, Equatable {
        package static let typeComment = "A place in a table that a diagnostic refers to."

        package var file = ""
        package var line = 0
        package var column = 0
        package var note = ""

        package init() {}

        package mutating func members(_ list: inout some MemberList) {
            list.member("file", &file, "The file as it was named.")
            list.member("line", &line, "The line, from 1.")
            list.member("column", &column, "The column, from 1, in Unicode scalars.")
            list.member("note", &note, "Why it is referred to.")
        }
    }

    /// Where it is, as compilers write it: `routes.conf:3:5`.
    package var place: String { "\(file):\(line):\(column)" }

    /// What a witness shows; a conflict without another route is between two patterns of one.
    package static func witnessTitle(hasOtherRoute: Bool) -> String {
        "both \(hasOtherRoute ? "routes" : "patterns of the route") accept"
    }

    package static let typeComment = "One error, or one warning, about a route table."

    package var code = ""
    package var severity = ""
    package var file = ""
    package var line = 0
    package var column = 0
    package var message = ""
    package var help: String?
    package var witness: String?
    package var related: [Place] = []

    package init() {}

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
