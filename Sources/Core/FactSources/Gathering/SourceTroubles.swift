// The sources that give no answer. A source that stops answering, or answers again, is reported once and not for each
// question:
//
//     the switch file is removed              undetermined    reported
//     ten calls ask for it                    undetermined    -
//     the file is back                        current         reported
//     the service of 20 products hangs        20 questions fail, and one report
//     a user's own file holds nonsense        undetermined    -; the user's outcome has the fault
//
// A fact of the host is in trouble if its source gives no answer. A fact of one subject is in trouble only if the source
// itself fails: otherwise each user could write log lines by asking for facts that a source does not have.

package import Contract
package import Features

/// A source that gives no answer any more, or gives answers again.
package struct SourceChange: Equatable, Sendable {
    /// The fact by which it was noticed.
    package let fact: FactKey
    /// As evidence names it.
    package let source: String
    /// What the fact is now.
    package let state: SourceReport.State
    /// Why it gives no answer; nil where it gives answers again.
    package let fault: String?
}

/// The questions that are in trouble, by their sources.
struct SourceTroubles {
    private var sources: [FactQuestion: String] = [:]
    /// *Units*: questions.
    private var counts: [String: Int] = [:]

    /// Takes note of the latest answer to a question; gives the change where it is one of the source.
    ///
    /// - Parameters:
    ///   - latest: nil for a question that ended: whether its source answers is not known any more.
    ///   - source: its source's name; where a policy has answered, that counts.
    mutating func note(
        _ latest: LatestAnswer?, on question: FactQuestion, of source: String
    ) -> SourceChange? {
        let name = latest?.ruledBy ?? source
        let isTroubled = latest?.isTrouble(ofSubject: question.subject != nil) ?? false
        let before = sources[question]
        guard before != (isTroubled ? name : nil) else { return nil }
        let isCured = before.map { leave(question, $0) } ?? false
        if isTroubled {
            sources[question] = name
            counts[name, default: 0] += 1
        }
        guard let latest, isTroubled ? counts[name] == 1 : isCured else { return nil }
        return SourceChange(
            fact: question.key, source: isTroubled ? name : before ?? name, state: latest.state,
            fault: isTroubled ? latest.fault : nil)
    }

    /// Takes a question away from the troubles of a source; answers whether it was the last of them.
    private mutating func leave(_ question: FactQuestion, _ source: String) -> Bool {
        sources[question] = nil
        let left = counts[source, default: 1] - 1
        counts[source] = left > 0 ? left : nil
        return left <= 0
    }
}

extension LatestAnswer {
    fileprivate func isTrouble(ofSubject: Bool) -> Bool {
        fault != nil && (!ofSubject || ruledBy != nil || hasFailed)
    }
}
