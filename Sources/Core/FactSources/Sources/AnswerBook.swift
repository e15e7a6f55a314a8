// The answers of users, where a table names them as the source of a fact: `permission contacts from consent`. The
// ledger keeps it; the book holds what the ledger has, and answers as every source does, at once.
//
// An answer counts only where the table in force names the book as the source: one that was given under another table is
// kept, and grants nothing while a file or an adapter answers for the fact.

package import Features

/// The users' own answers to questions of one kind, as a source.
///
/// *Owner/thread*: the loop's thread.
package final class AnswerBook: FactSource {
    /// What a user said of one fact.
    package struct Answer: Equatable, Sendable {
        package let value: FactValue
        /// *Units*: milliseconds since 1970 UTC.
        package let asOfMs: Int64

        /// Makes an answer of a moment.
        package init(_ value: FactValue, asOfMs: Int64) { (self.value, self.asOfMs) = (value, asOfMs) }
    }

    /// As tables name it, too.
    package let name: String
    package let lifetime = AnswerLifetime(isAnnounced: true, asksAgainAfter: nil)
    package var onChange: ((Subject?) -> Void)?
    private var answers: [Subject: [FactKey: Answer]] = [:]
    /// Why it is not known what users said; nil where it is.
    private var fault: String?

    /// Begins with no answer of any user.
    package init(_ name: String) { self.name = name }

    /// What a user said of all facts.
    package func answers(of subject: Subject) -> [FactKey: Answer] { answers[subject] ?? [:] }

    /// Replaces everything, as a ledger that was opened has it.
    package func replace(_ answers: [Subject: [FactKey: Answer]]) {
        (self.answers, fault) = (answers, nil)
        onChange?(nil)
    }

    /// Forgets everything, because what users said cannot be read.
    package func forget(because fault: String) {
        (answers, self.fault) = ([:], fault)
        onChange?(nil)
    }

    /// Takes one answer; nil takes it back.
    package func set(_ key: FactKey, to answer: Answer?, of subject: Subject) {
        answers[subject, default: [:]][key] = answer
        if answers[subject]?.isEmpty == true { answers[subject] = nil }
        onChange?(subject)
    }

    package func ask(_ question: FactQuestion, _ reply: @escaping (SourceReply) -> Void) {
        if let fault { return reply(.undetermined(reason: fault)) }
        let answer = question.subject.flatMap { answers[$0]?[question.key] }
        reply(.facts(answer.map { [question.key: $0.value] } ?? [:]))
    }
}
