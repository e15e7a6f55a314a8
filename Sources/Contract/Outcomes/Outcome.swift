package import Varlink

/// The outcome of a request, in the same form on the socket and on the command line.
///
/// Class and code decide how a client handles it; everything else is evidence. Members that do not apply are nil or
/// empty and are omitted on the wire.
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

extension Outcome.Timings: WireObject {
    package static var typeName: String { "Timings" }
    package static var typeComment: String { "How long the stages took, in nanoseconds." }
    package static var blank: Self { Self(parseNs: 0, matchNs: 0, verifyNs: 0) }

    package mutating func members(_ list: inout some MemberList) {
        list.member("parseNs", &parseNs, "From the text to a link.")
        list.member("matchNs", &matchNs, "From the link to a route with its inputs.")
        list.member("verifyNs", &verifyNs, "From the feature to a verdict.")
    }
}

extension Outcome: WireObject {
    package static var typeName: String { "Outcome" }
    package static var typeComment: String { "The result of one request. Fields that do not apply are absent." }
    package static var blank: Self { Self(.unknownEffect) }

    package mutating func members(_ list: inout some MemberList) {
        list.member("outcomeId", &outcomeId, "Names this outcome in the daemon's logs.")
        var outcomeClass = code.outcomeClass
        list.member("class", &outcomeClass, "How to handle it; always the first word of the code.")
        list.member(
            "code", &code,
            "What happened, as a stable dotted code. More may come; handle those you do not know by their class.")
        list.member("message", &message, "The same as one sentence for people. Do not parse it.")
        list.member("url", &url, "The URL in canonical form.")
        list.member("route", &route, "The name of the route that took it.")
        list.member("feature", &feature, "The path of the feature that owns the action.")
        list.member("action", &action, "The action's name.")
        list.member(
            "parameters", &parameters,
            "The action's inputs and their values, defaults included; secret ones read ***.")
        list.member("primary", &primary, "The id of the constraint that decided the code.")
        list.member(
            "constraints", &constraints, .unlessBlank,
            "Every constraint of the feature and of those above it, outermost first.")
        list.member(
            "remedies", &remedies, .unlessBlank,
            "What would lift what stands in the way, in the order to be offered; withheld ones last.")
        list.member("rejection", &rejection, "Where and why the request was refused.")
        list.member("execution", &execution, "What the performed action did.")
        list.member(
            "result", &result,
            """
            What the action answered. Of an action that responds with a text it is that string and no object: this
            language has no type for either of two that every tool knows.
            """)
        list.member("via", &via, .unlessBlank, "The URLs that redirects went through, first to last.")
        list.member("tableRevision", &tableRevision, "Which route table decided.")
        list.member("stateRevision", &stateRevision, "Which state of the facts decided.")
        list.member("timings", &timings, "How long the stages took; only where the call asked for it.")
    }
}
