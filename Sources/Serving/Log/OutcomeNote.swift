import Contract
import Features

/// What the log holds of an outcome; never the URL, an input or a key.
///
/// A reply that builds no `Outcome` is noted with one too.
struct OutcomeNote {
    let code: OutcomeCode
    /// nil where the outcome has no name.
    let id: String?
    /// nil where no route took a link.
    let route: String?
    /// The feature's path; nil where none was reached.
    let feature: String?
    /// The action's name within its feature.
    let action: String?
    let uid: UInt32
    /// Whose facts counted; nil where they were the caller's own.
    let subject: Subject?

    init(
        _ code: OutcomeCode, id: String?, route: String? = nil, feature: String? = nil, action: String? = nil,
        uid: UInt32, subject: Subject? = nil
    ) {
        (self.code, self.id, self.route, self.uid) = (code, id, route, uid)
        (self.feature, self.action) = (feature, action)
        self.subject = subject == .uid(uid) ? nil : subject
    }

    /// Notes an outcome that was built.
    init(_ outcome: borrowing Outcome, _ caller: Caller, _ subject: Subject?) {
        self.init(
            outcome.code, id: outcome.outcomeId, route: outcome.route, feature: outcome.feature,
            action: outcome.action, uid: caller.uid, subject: subject)
    }
}
