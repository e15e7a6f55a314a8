// What users said themselves, where a table declares `permission contacts from consent`. The ledger keeps it; the book holds
// what the ledger has, and answers as every source does, at once.
//
// A consent counts only where the table in force names it as the source: one that was given under another table is kept,
// and grants nothing while a file or an adapter answers for the permission.

package import Features

/// The users' own answers, as a source of permissions.
///
/// *Owner/thread*: the loop's thread.
package final class ConsentBook: FactSource {
    /// What a user said of one permission.
    package struct Consent: Equatable, Sendable {
        package let isGranted: Bool
        /// *Units*: milliseconds since 1970 UTC.
        package let asOfMs: Int64

        /// Makes an answer of a moment.
        package init(isGranted: Bool, asOfMs: Int64) {
            (self.isGranted, self.asOfMs) = (isGranted, asOfMs)
        }
    }

    package let name = "consent"
    package let lifetime = AnswerLifetime(isAnnounced: true, asksAgainAfter: nil)
    package var onChange: ((Subject?) -> Void)?
    private var consents: [Subject: [FactKey: Consent]] = [:]
    /// Why it is not known what users said; nil where it is.
    private var fault: String?

    /// Begins with no answer of any user.
    package init() {}

    /// What a user said of all permissions.
    package func consents(of subject: Subject) -> [FactKey: Consent] { consents[subject] ?? [:] }

    /// What a user said of one permission; nil where it was not asked, or took its answer back.
    package func consent(to key: FactKey, of subject: Subject) -> Consent? { consents[subject]?[key] }

    /// Replaces everything, as a ledger that was opened has it.
    package func replace(_ consents: [Subject: [FactKey: Consent]]) {
        (self.consents, fault) = (consents, nil)
        onChange?(nil)
    }

    /// Forgets everything, because what users said cannot be read.
    package func forget(because fault: String) {
        (consents, self.fault) = ([:], fault)
        onChange?(nil)
    }

    /// Takes one answer; nil takes it back.
    package func set(_ key: FactKey, to consent: Consent?, of subject: Subject) {
        consents[subject, default: [:]][key] = consent
        if consents[subject]?.isEmpty == true { consents[subject] = nil }
        onChange?(subject)
    }

    package func ask(_ question: FactQuestion, _ reply: @escaping (SourceReply) -> Void) {
        if let fault { return reply(.undetermined(reason: fault)) }
        let consent = question.subject.flatMap { consents[$0]?[question.key] }
        reply(.facts(consent.map { [question.key: .permission($0.isGranted ? .authorized : .denied)] } ?? [:]))
    }
}
