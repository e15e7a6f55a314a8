/// The table that a successful reload put in force.
public struct ReloadReport: ReplyReport {
    /// Names the table that is in force now.
    public package(set) var tableRevision = ""
    /// How many routes it has.
    public package(set) var routes = 0
    package var files: [TableFileReport] = []
    /// What is doubtful in it.
    public package(set) var warnings: [DiagnosticReport] = []
    package var packages: [PackageReport]?
    package var errors: [DiagnosticReport]?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("tableRevision", &tableRevision, "Which route table is in force now.")
        list.member("routes", &routes, "How many routes it has.")
        list.member("files", &files, "The files that it was read from.")
        list.member("warnings", &warnings, .leniently, "What is doubtful in it.")
        list.member("packages", &packages, "The packages that are not in force as they were read; absent if none.")
        list.member("errors", &errors, "What is wrong with them.")
    }
}
