internal import Varlink

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

extension StatusReport {
    /// The report that a reader fills.
    static var blank: Self {
        Self(
            version: "", tableRevision: "", stateRevision: "", routes: 0, features: 0, connections: 0, calls: 0,
            uptimeMs: 0, overridden: false, files: [])
    }

    /// Hands every member to a list, in the order of the wire.
    mutating func members(_ list: inout some MemberList) {
        list.member("version", &version, "The daemon's version.")
        list.member("tableRevision", &tableRevision, "Which route table is in force.")
        list.member("stateRevision", &stateRevision, "Which state of the facts is in force.")
        list.member("routes", &routes, "How many routes the table has.")
        list.member("features", &features, "How many features the table has.")
        list.member(
            "connections", &connections,
            "How many connections are open, this one included. For operators all of them, for everyone else your own.")
        list.member(
            "calls", &calls,
            "How many calls were answered. For operators since the start, for everyone else on this connection.")
        list.member("uptimeMs", &uptimeMs, "How long the daemon has been running, in milliseconds.")
        list.member("overridden", &overridden, "Whether facts are overridden, which is for trying things out only.")
        list.member("files", &files, "The files that the table was read from. None for anyone but operators.")
        list.member("profile", &profile, "production or development, as the table says.")
        list.member("ledger", &ledger, "Where facts are kept. For anyone but operators its state alone.")
        list.member("overrides", &overrides, "The facts that are overridden at the moment. For operators only.")
        list.member(
            "sources", &sources,
            "The sources that are asked for facts which count for everybody. For operators only.")
        list.member(
            "leftovers", &leftovers,
            "How many processes run that programs left behind when they ended. For operators only.")
        list.member(
            "dropped", &dropped,
            """
            How many oneway calls were dropped, being more than a user may have under way or in a second. For
            operators only.
            """)
        // A later daemon may have more audiences.
        var word = audience?.rawValue
        list.member("audience", &word, "For whom this was told: operator, or anyone.")
        audience = word.flatMap(Audience.init)
    }
}
