package import Contract

/// An outcome as a client got it from a daemon that may be newer than the client.
///
/// Codes, kinds and remedies are sets that grow; classes are not. So the class is always known and decides how the
/// outcome is handled, the members are kept as they came, and the typed outcome exists where this program knows every
/// word in it. A code is never replaced by a similar one.
package struct ReceivedOutcome: Equatable, Sendable {
    /// The outcome as it came, members that this program does not know included.
    package let value: Value
    package let outcomeClass: OutcomeClass
    /// The code as it came.
    package let code: String
    /// The sentence for people.
    package let message: String
    /// The typed outcome; nil where it holds a word that this program does not know.
    package let outcome: Outcome?

    package init(value: Value, outcomeClass: OutcomeClass, code: String, message: String, outcome: Outcome?) {
        self.value = value
        self.outcomeClass = outcomeClass
        self.code = code
        self.message = message
        self.outcome = outcome
    }

    /// Whether every unsatisfied constraint has a remedy that a client or user can carry out.
    package var isActionable: Bool {
        if let outcome { return outcome.isActionable }
        let unsatisfied = (value["constraints"]?.elements ?? [])
            .filter { $0["status"]?.text == ConstraintReport.Status.unsatisfied.rawValue }
        return !unsatisfied.isEmpty
            && unsatisfied.allSatisfy { constraint in
                (constraint["remedies"]?.elements ?? []).contains { remedy in
                    let actor = remedy["actor"]?.text
                    return actor == Actor.client.rawValue || actor == Actor.user.rawValue
                }
            }
    }

    /// The command line's exit status for this outcome.
    package var exitStatus: Int32 {
        OutcomeCode.exitStatus(of: outcomeClass, actionable: isActionable)
    }
}
