internal import Varlink

/// What a reload that succeeded put in force.
package struct ReloadReport: Equatable, Sendable {
    package var tableRevision: String
    package var routes: Int
    /// The files that it was read from.
    package var files: [TableFileReport]
    package var warnings: [DiagnosticReport]

    package init(
        tableRevision: String, routes: Int, files: [TableFileReport] = [], warnings: [DiagnosticReport] = []
    ) {
        self.tableRevision = tableRevision
        self.routes = routes
        self.files = files
        self.warnings = warnings
    }
}

extension ReloadReport {
    /// The report that a reader fills.
    static var blank: Self { Self(tableRevision: "", routes: 0) }

    /// Hands every member to a list, in the order of the wire.
    mutating func members(_ list: inout some MemberList) {
        list.member("tableRevision", &tableRevision, "Which route table is in force now.")
        list.member("routes", &routes, "How many routes it has.")
        list.member("files", &files, "The files that it was read from.")
        list.member("warnings", &warnings, .leniently, "What is doubtful in it.")
    }
}
