import Contract

/// What became of one constraint.
public struct ConstraintStatus: Sendable, Identifiable {
    /// The six kinds.
    public enum Kind: String, Sendable {
        case platform, runtime, caller, permission, toggle, purchase
    }

    /// The four results.
    public enum Status: String, Sendable {
        case satisfied, unsatisfied
        /// A source failed or was late.
        case undetermined
        /// It is about another platform.
        case inactive
    }

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
        kind = Kind(report.kind)
        subject = report.subject
        status = Status(report.status)
        reason = report.reason
        inheritedFrom = report.inheritedFrom
        source = report.evidence.source
        remedies = report.remedies.map(Remedy.init)
    }
}

extension ConstraintStatus.Kind {
    fileprivate init(_ kind: ConstraintReport.Kind) {
        self =
            switch kind {
            case .platform: .platform
            case .runtime: .runtime
            case .caller: .caller
            case .permission: .permission
            case .toggle: .toggle
            case .purchase: .purchase
            }
    }
}

extension ConstraintStatus.Status {
    fileprivate init(_ status: ConstraintReport.Status) {
        self =
            switch status {
            case .satisfied: .satisfied
            case .unsatisfied: .unsatisfied
            case .undetermined: .undetermined
            case .inactive: .inactive
            }
    }
}
