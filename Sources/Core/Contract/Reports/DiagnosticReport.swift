/// An error or a warning about a route table, as the reply to a reload carries it.
public struct DiagnosticReport: WireObject, Equatable, Sendable {
    /// Another place in a table that the diagnostic refers to.
    public struct Place: WireObject, Equatable, Sendable {
        package static let typeComment = "A place in a table that a diagnostic refers to."

        /// The file as it was named.
        public package(set) var file = ""
        /// From 1.
        public package(set) var line = 0
        /// From 1, in Unicode scalars.
        public package(set) var column = 0
        /// Why it is referred to.
        public package(set) var note = ""

        package init() {}

        package mutating func members(_ list: inout some MemberList) {
            list.member("file", &file, "The file as it was named.")
            list.member("line", &line, "The line, from 1.")
            list.member("column", &column, "The column, from 1, in Unicode scalars.")
            list.member("note", &note, "Why it is referred to.")
        }
    }

    /// Where it is, as compilers write it: `routes.conf:3:5`.
    public var place: String { "\(file):\(line):\(column)" }

    /// What a witness shows; a conflict without another route is between two patterns of one.
    package static func witnessTitle(hasOtherRoute: Bool) -> String {
        "both \(hasOtherRoute ? "routes" : "patterns of the route") accept"
    }

    package static let typeComment = "One error, or one warning, about a route table."

    /// *Shape*: `RT` and three digits.
    public package(set) var code = ""
    /// *Shape*: `error` or `warning`.
    public package(set) var severity = ""
    /// The file as it was named.
    public package(set) var file = ""
    /// From 1.
    public package(set) var line = 0
    /// From 1, in Unicode scalars.
    public package(set) var column = 0
    /// What is wrong, in one sentence.
    public package(set) var message = ""
    /// What to do about it.
    public package(set) var help: String?
    /// A URL that shows it.
    public package(set) var witness: String?
    /// Other places that have to do with it.
    public package(set) var related: [Place] = []

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
