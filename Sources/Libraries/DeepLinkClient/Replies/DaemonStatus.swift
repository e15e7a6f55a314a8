public import Contract

/// The state of the daemon.
///
/// Operators are told all of it, everyone else nothing about faults or other callers. More is in the reply of
/// `io.deeplinkd.Monitor.Status`, which ``DeepLinkDaemon/call(_:parameters:)`` gives whole.
public struct DaemonStatus: Equatable, Sendable {
    let report: StatusReport

    /// The daemon's version, as `0.2.0`.
    public var version: String { report.version }
    /// Whether the caller is told everything, as an operator.
    public var isOperator: Bool { report.audience == .operator }
    /// How long the daemon has been running.
    public var uptime: Duration { .milliseconds(report.uptimeMs) }
    /// *Units*: open connections: all of them for operators, else the caller's own.
    public var connections: Int { report.connections }
    /// *Units*: calls that were answered: all since the start for operators, else those of the connection.
    public var calls: Int { report.calls }

    /// Names the table in force; empty if there is none.
    public var tableRevision: String { report.tableRevision }
    /// *Units*: routes of the table.
    public var routes: Int { report.routes }
    /// *Units*: features of the table.
    public var features: Int { report.features }
    /// *Shape*: `production` or `development`, as the table says; nil if the daemon does not tell.
    public var profile: String? { report.profile }
    /// *Shape*: `current`; `stale` if the table that was read last has errors and an earlier one stays in force; `invalid` if
    /// none is in force, and no link is opened; nil if the daemon does not tell.
    public var tableState: String? { report.table?.state.rawValue }
    /// The first error of the table that was read last; nil if it has none, or for anyone but operators.
    public var tableError: DiagnosticReport? { report.table?.firstError }

    /// Names the state of the facts.
    public var stateRevision: String { report.stateRevision }
    /// Whether an operator has overridden facts, to try something out.
    public var hasOverrides: Bool { report.overridden }
    /// *Shape*: `available`; `readable` if facts count and users cannot change them; `unavailable` if they do not count
    /// either; `memory` if they last until the daemon ends; nil if the daemon does not tell.
    public var ledgerState: String? { report.ledger?.state.rawValue }
    /// What is wrong with the ledger, and what to do about it; nil if nothing is, or for anyone but operators.
    public var ledgerReason: String? { report.ledger?.reason }

    /// *Throws*: `field` if a member is missing or has the wrong type.
    init(reply: Value) throws(FramingError) { report = try StatusReport(reply: reply) }
}
