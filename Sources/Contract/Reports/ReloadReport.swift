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
