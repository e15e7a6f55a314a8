/// What one request came to: the one envelope on the socket and on the command line.
///
/// Class and code decide handling; everything else is evidence. Members that do not apply are nil or empty and are
/// omitted on the wire.
package struct Outcome: Equatable, Sendable {
    /// One action input and the value it had, after defaults; secrets read `***`.
    package typealias Parameter = Value.Member

    /// How long the stages took.
    package struct Timings: Equatable, Sendable {
        /// *Units*: nanoseconds on the monotonic clock.
        package var parseNs: Int64
        package var matchNs: Int64
        package var verifyNs: Int64

        package init(parseNs: Int64, matchNs: Int64, verifyNs: Int64) {
            self.parseNs = parseNs
            self.matchNs = matchNs
            self.verifyNs = verifyNs
        }
    }

    /// *Shape*: names this outcome in logs and replies; nil offline, where nothing is recorded.
    package var outcomeId: String?
    package var code: OutcomeCode
    /// One sentence for people; unstable.
    package var message: String
    /// The URL in canonical form; nil where it could not be parsed or was not looked at.
    package var url: String?
    package var route: String?
    /// The feature's path.
    package var feature: String?
    package var action: String?
    package var parameters: [Parameter] = []
    /// The id of the constraint that decides the code.
    package var primary: String?
    package var constraints: [ConstraintReport] = []
    package var remedies: [Remedy] = []
    package var rejection: Rejection?
    package var execution: Execution?
    package var result: Value?
    /// The URLs a redirect went through, first to last.
    package var via: [String] = []
    package var tableRevision: String?
    package var stateRevision: String?
    package var timings: Timings?
}

extension Outcome {
    /// Makes an outcome of what is known of it at once; the message is the code's sentence where nil.
    ///
    /// Here and not above, so that the compiler's own initialiser makes it in one go: members that are set one after the
    /// other are set in a copy, which is then copied.
    package init(
        _ code: OutcomeCode, message: String? = nil, url: String? = nil, route: String? = nil, feature: String? = nil,
        action: String? = nil, parameters: [Parameter] = []
    ) {
        self.init(
            code: code, message: message ?? code.sentence, url: url, route: route, feature: feature, action: action,
            parameters: parameters)
    }
}

extension Outcome {
    /// Whether every unsatisfied constraint has a remedy that a client or user can carry out.
    package var isActionable: Bool {
        let unsatisfied = constraints.filter { $0.status == .unsatisfied }
        return !unsatisfied.isEmpty
            && unsatisfied.allSatisfy { constraint in
                constraint.remedies.contains { $0.actor == .client || $0.actor == .user }
            }
    }

    /// The command line's exit status for this outcome.
    package var exitStatus: Int32 {
        OutcomeCode.exitStatus(of: code.outcomeClass, actionable: isActionable)
    }
}
