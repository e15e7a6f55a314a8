/// How the daemon is doing: revisions and counts, and nothing that tells one caller about another.
package struct StatusReport: Equatable, Sendable {
    package var version: String
    package var tableRevision: String
    package var stateRevision: String
    package var routes: Int
    package var features: Int
    /// Open connections, the asking one included.
    package var connections: Int
    /// Calls answered since the start.
    package var calls: Int
    package var uptimeMs: Int64
    /// Whether an operator has put facts in the place of what their sources say.
    package var overridden: Bool
    /// The files that the table was read from.
    package var files: [TableFileReport]
    /// *Shape*: `production` or `development`; nil where the daemon is older than the distinction, as are the next three.
    package var profile: String?
    package var ledger: LedgerReport?
    package var overrides: [OverrideReport]?
    /// The sources that the daemon asks for everybody's facts, in the order of the facts' names.
    package var sources: [SourceReport]?
    /// Processes that programs left behind and that still run; for operators only.
    package var leftovers: Int?

    package init(
        version: String, tableRevision: String, stateRevision: String, routes: Int, features: Int, connections: Int,
        calls: Int, uptimeMs: Int64, overridden: Bool, files: [TableFileReport], profile: String? = nil,
        ledger: LedgerReport? = nil, overrides: [OverrideReport]? = nil,
        sources: [SourceReport]? = nil, leftovers: Int? = nil
    ) {
        self.version = version
        self.tableRevision = tableRevision
        self.stateRevision = stateRevision
        self.routes = routes
        self.features = features
        self.connections = connections
        self.calls = calls
        self.uptimeMs = uptimeMs
        self.overridden = overridden
        self.files = files
        self.profile = profile
        self.ledger = ledger
        self.overrides = overrides
        self.sources = sources
        self.leftovers = leftovers
    }
}
