public import Contract

/// What became of one constraint.
public struct ConstraintStatus: Sendable, Identifiable {
    /// The six kinds.
    public typealias Kind = ConstraintReport.Kind
    /// The four results.
    public typealias Status = ConstraintReport.Status

    /// *Shape*: `permission:camera`, unique among the constraints of one feature.
    public let id: String
    /// What sort of condition it is.
    public let kind: Kind
    /// What it is about, `camera`.
    public let subject: String
    /// What became of it.
    public let status: Status
    /// One word that programs can switch on, `denied`.
    public let reason: String
    /// The path of the ancestor that declared it; nil where the feature itself did.
    public let inheritedFrom: String?
    /// Who said so: `table` for a default, `host`, `kernel`, `override`.
    public let source: String
    /// What would lift it.
    public let remedies: [Remedy]

    init(_ report: ConstraintReport) {
        id = report.id
        kind = report.kind
        subject = report.subject
        status = report.status
        reason = report.reason
        inheritedFrom = report.inheritedFrom
        source = report.evidence.source
        remedies = report.remedies.map(Remedy.init)
    }
}
