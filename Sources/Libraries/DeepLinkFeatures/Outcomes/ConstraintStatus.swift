public import Contract

/// The result of the evaluation of one constraint.
public struct ConstraintStatus: Sendable, Identifiable {
    /// The kinds of constraint.
    public typealias Kind = ConstraintReport.Kind
    /// The four results.
    public typealias Status = ConstraintReport.Status

    let report: ConstraintReport

    /// *Shape*: `permission:camera`, unique among the constraints of one feature.
    public var id: String { report.id }
    /// What sort of condition it is.
    public var kind: Kind { report.kind }
    /// What it is about, `camera`.
    public var subject: String { report.subject }
    /// The result of its evaluation.
    public var status: Status { report.status }
    /// One word that programs can switch on, `denied`.
    public var reason: String { report.reason }
    /// The path of the ancestor that declared it; nil where the feature itself did.
    public var inheritedFrom: String? { report.inheritedFrom }
    /// Where the answer came from: `table` for a default, `host`, `kernel`, `override`, or the name of a provider.
    public var source: String { report.evidence.source }
    /// Whether a developer has put the answer in the place of what is true.
    public var isOverride: Bool { report.evidence.isOverride }
    /// Why its source has no answer, in words for people; nil where it has one.
    public var fault: String? { report.evidence.fault }
    /// What would lift it.
    public var remedies: [Remedy] { report.remedies.map(Remedy.init(remedy:)) }
}
