/// How the daemon is doing.
///
/// Operators are told all of it, everyone else nothing about files, faults or other callers (Reply+audience.swift).
package struct StatusReport: Equatable, Sendable {
    package var version: String
    package var tableRevision: String
    package var stateRevision: String
    package var routes: Int
    package var features: Int
    /// Open connections, the asking one included: all of them for operators, the caller's own for everyone else.
    package var connections: Int
    /// Calls answered: since the start for operators, on the asking connection for everyone else.
    package var calls: Int
    package var uptimeMs: Int64
    /// Whether an operator has put facts in the place of what their sources say.
    package var overridden: Bool
    /// The files that the table was read from; none for anyone but operators.
    package var files: [TableFileReport]
    /// *Shape*: `production` or `development`; nil where the daemon is older than the distinction, as are the members after it.
    package var profile: String?
    /// Its state alone for anyone but operators.
    package var ledger: LedgerReport?
    /// nil for anyone but operators.
    package var overrides: [OverrideReport]?
    /// The sources that the daemon asks for everybody's facts, in the order of the facts' names; nil for anyone but
    /// operators.
    package var sources: [SourceReport]?
    /// Processes that programs left behind and that still run; for operators only.
    package var leftovers: Int?
    /// Calls without an answer that were dropped, being more than a user may have; for operators only.
    package var dropped: Int?
    /// For whom the report was made.
    package var audience: Audience?

    package init(
        version: String, tableRevision: String, stateRevision: String, routes: Int, features: Int, connections: Int,
        calls: Int, uptimeMs: Int64, overridden: Bool, files: [TableFileReport], profile: String? = nil,
        ledger: LedgerReport? = nil, overrides: [OverrideReport]? = nil,
        sources: [SourceReport]? = nil, leftovers: Int? = nil, dropped: Int? = nil,
        audience: Audience? = nil
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
        self.dropped = dropped
        self.audience = audience
    }
}
