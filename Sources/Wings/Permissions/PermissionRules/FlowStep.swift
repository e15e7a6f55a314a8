/// One question of a flow: for a permission, or for a confirmation.
package struct FlowStep: Hashable, Sendable {
    /// Who asks the person.
    package enum Asker: String, Sendable {
        /// The program that began the flow.
        case client
        /// The daemon's adapter, which has the desktop show its own question.
        case system
        /// Neither: a question that only a change elsewhere answers.
        case unavailable = "none"
    }

    /// What a yes or a no of the client changes.
    package enum Record: Hashable, Sendable {
        /// The user's own consent, which the ledger keeps.
        case consent
        /// Nothing: the source is asked again.
        case source
        /// The one link that the flow is about.
        case confirmation
    }

    /// The constraint's id: `permission:camera`.
    package let id: String
    /// What `Answer` names: `camera`, `confirmation`.
    package let name: String
    package let asker: Asker
    package let record: Record

    /// Makes a question.
    package init(id: String, name: String, asker: Asker, record: Record) {
        (self.id, self.name, self.asker, self.record) = (id, name, asker, record)
    }
}

/// A question whose answer is outstanding, at one moment.
package struct OpenStep: Hashable, Sendable {
    package let step: FlowStep
    /// How long ago the person said no; nil where it was not asked.
    ///
    /// *Units*: nanoseconds.
    package let deniedAgeNs: Int64?

    /// Makes a question whose answer is outstanding.
    package init(_ step: FlowStep, deniedAgeNs: Int64? = nil) {
        (self.step, self.deniedAgeNs) = (step, deniedAgeNs)
    }
}
