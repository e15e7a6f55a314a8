package import Contract
import Synchronization

/// The result of a verification.
package enum Verification: ~Copyable {
    case verified(VerifiedActionBinding)
    case refused(Refusal)
}

/// Why a feature is not available, and what would make it so.
package struct Refusal: Equatable, Sendable {
    /// `blocked.…` or `pending.undetermined`.
    package let code: OutcomeCode
    /// The constraint that decides the code.
    package let primary: String
    /// Every constraint of the feature and its ancestors, in the order of the table, outermost first.
    package let constraints: [ConstraintReport]
    /// What can be done now: the primary constraint's remedies, unless doubt withholds them.
    package let remedies: [Remedy]
    /// The code's sentence, with what the primary constraint is about and where it comes from.
    ///
    /// Put together once: a refusal is remembered, and its text was two fifths of what a blocked link cost.
    package let sentence: String
    private let written = WrittenRefusal()

    /// - Parameter label: what the primary constraint is about, for people.
    init(
        code: OutcomeCode, primary: String, label: String, constraints: [ConstraintReport], remedies: [Remedy]
    ) {
        self.code = code
        self.primary = primary
        self.constraints = constraints
        self.remedies = remedies
        let report = constraints.first { $0.id == primary }
        let origin = report?.inheritedFrom.map { ", required by \($0)" } ?? ""
        sentence = (report?.sentence ?? code.sentence).dropLast() + " (\(label)\(origin))."
    }
}

extension Refusal {
    /// The constraints and remedies as a part of a reply.
    ///
    /// Written once for each audience, as the sentence: a refusal is remembered, and they took two thirds of what a blocked
    /// link cost.
    package func reports(for audience: Audience) -> WrittenReports {
        written.reports(for: audience) { WrittenReports(constraints, remedies, for: audience) }
    }
}

/// What was written of one refusal; part of it, so that it is forgotten with it.
private final class WrittenRefusal: Sendable, Equatable {
    private let reports = Mutex<(operators: WrittenReports?, anyone: WrittenReports?)>((nil, nil))

    func reports(for audience: Audience, _ write: () -> WrittenReports) -> WrittenReports {
        reports.withLock { reports in
            switch audience {
            case .operator:
                let written = reports.operators ?? write()
                reports.operators = written
                return written
            case .anyone:
                let written = reports.anyone ?? write()
                reports.anyone = written
                return written
            }
        }
    }

    /// It follows from the rest of the refusal.
    static func == (left: WrittenRefusal, right: WrittenRefusal) -> Bool { true }
}
