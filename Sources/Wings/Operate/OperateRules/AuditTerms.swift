import Conf
import Contract
internal import Features
package import Routing

/// The own lines of `audit`.
package enum AuditLine: String, FunctionLine {
    case keep

    package static let word = "audit"
    package static let feature = "Audit"

    /// How a line is written.
    package var form: DirectiveForm {
        switch self {
        case .keep: DirectiveForm("keep N days", 1...2, once: true)
        }
    }
}

/// What a table says of the audit.
package struct AuditTerms: WingPart {
    /// The number of its feature; nil where the table has no audit.
    package let feature: Int?
    /// *Units*: days for which rows are kept.
    package let days: Int

    package init() { (feature, days) = (nil, Limits.auditDays) }

    init(feature: Int, days: Int) { (self.feature, self.days) = (feature, days) }
}

extension Ruleset {
    /// What the table says of the audit.
    package var audit: AuditTerms { catalogue.parts[AuditTerms.self] }
}

/// Reads `audit { … }`.
enum AuditReader {
    /// The block among the directives of a table.
    static func directive(order: Int) -> WingDirective {
        AuditLine.directive(order: order) { reader, read in
            let kept = read.statements(of: .keep).first.flatMap {
                reader.days(in: $0, of: "rows", upTo: Limits.longestAudit)
            }
            reader.table.draft.catalogue.parts[AuditTerms.self] = AuditTerms(
                feature: read.feature, days: kept ?? Limits.auditDays)
        }
    }
}
