/// The result of the evaluation of one constraint.
public struct ConstraintStatus: Equatable, Sendable, Identifiable {
    /// The kinds of constraint.
    public typealias Kind = ConstraintReport.Kind
    /// The four results.
    public typealias Status = ConstraintReport.Status

    package let report: ConstraintReport

    /// The status of a report.
    package init(report: ConstraintReport) { self.report = report }

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
    /// Where the answer came from: `table` for a default, `host`, `kernel`, `override`, `ledger`, or the name of a provider.
    ///
    /// Of a file or a service the daemon tells anyone but operators no more than `file` or `varlink`.
    public var source: String { report.evidence.source }
    /// Whether a developer has put the answer in the place of what is true.
    public var isOverride: Bool { report.evidence.isOverride }
    /// Why its source has no answer, in words for people; nil where it has one.
    public var fault: String? { report.evidence.fault }
    /// What would lift it.
    public var remedies: [RemedyReport] { report.remedies.map { RemedyReport($0) } }
}
