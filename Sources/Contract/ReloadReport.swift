/// What a reload that succeeded put in force.
package struct ReloadReport: Equatable, Sendable {
    package var tableRevision: String
    package var routes: Int
    package var warnings: [DiagnosticReport]

    package init(tableRevision: String, routes: Int, warnings: [DiagnosticReport] = []) {
        self.tableRevision = tableRevision
        self.routes = routes
        self.warnings = warnings
    }
}
