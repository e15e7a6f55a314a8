/// The outcome of a request, in the same form on the socket and on the command line.
///
/// Class and code decide how a client handles it; everything else is evidence. Members that do not apply are nil or
/// empty and are omitted on the wire.
package struct Outcome: Equatable, Sendable {
    /// One action input and the value it had, after defaults; secrets read `***`.
    package typealias Parameter = Value.Member

    /// How long the stages took.
    package struct Timings: WireObject, Equatable {
        package static let typeComment = "How long the stages took, in nanoseconds."

        package var parseNs: Int64 = 0
        package var matchNs: Int64 = 0
        package var verifyNs: Int64 = 0

        package init() {}

        /// Makes a report of the three stages.
        package init(parseNs: Int64, matchNs: Int64, verifyNs: Int64) {
            (self.parseNs, self.matchNs, self.verifyNs) = (parseNs, matchNs, verifyNs)
        }

        package mutating func members(_ list: inout some MemberList) {
            list.member("parseNs", &parseNs, "From the text to a link.")
            list.member("matchNs", &matchNs, "From the link to a route with its inputs.")
            list.member("verifyNs", &verifyNs, "From the feature to a verdict.")
        }
    }

    /// nil offline, where nothing is recorded.
    package var outcomeId: String?
    package var code: OutcomeCode
    package var message: String
    /// nil where the URL could not be parsed or was not looked at.
    package var url: String?
    package var route: String?
    package var feature: String?
    /// What people call the feature; nil if the table does not say.
    package var title: String?
    package var action: String?
    package var parameters: [Parameter] = []
    /// In the order of the route's keys.
    package var ignored: [IgnoredKey] = []
    package var primary: String?
    package var constraints: [ConstraintReport] = []
    package var remedies: [Remedy] = []
    package var rejection: Rejection?
    private var executionBox: ExecutionBox?
    /// What the action answered, as an object.
    package var result: OpenObject?
    /// What the action answered, as a text; nil if `result` is not.
    package var text: String?
    package var via: [String] = []
    /// True if this is the stored outcome of an earlier request with the same idempotency key.
    package var isReplayed = false
    package var tableRevision: String?
    package var stateRevision: String?
    package var timings: Timings?
}

extension Outcome {
    /// What the performed action did; nil where nothing was performed, or no other program took part.
    package var execution: Execution? {
        get { executionBox?.execution }
        set { executionBox = ExecutionBox(newValue, cached, instead, interceptors) }
    }

    /// That the answer was kept from an earlier link; nil where it was not.
    package var cached: CachedAnswer? {
        get { executionBox?.cached }
        set { executionBox = ExecutionBox(execution, newValue, instead, interceptors) }
    }

    /// The names of the rewrites, guards and replacements of the table that acted, in their order.
    package var interceptors: [String] {
        get { executionBox?.interceptors ?? [] }
        set { executionBox = ExecutionBox(execution, cached, instead, newValue) }
    }

    /// What else was performed, because the feature is blocked; nil where nothing was.
    package var instead: InsteadReport? {
        get { executionBox?.instead }
        set { executionBox = ExecutionBox(execution, cached, newValue, interceptors) }
    }
}

/// How an action was performed, behind one reference: an outcome is copied often, and seldom has it.
private final class ExecutionBox: Equatable, Sendable {
    let execution: Execution?
    let cached: CachedAnswer?
    let instead: InsteadReport?
    let interceptors: [String]

    init?(
        _ execution: Execution?, _ cached: CachedAnswer?, _ instead: InsteadReport?, _ interceptors: [String]
    ) {
        if execution == nil, cached == nil, instead == nil, interceptors.isEmpty { return nil }
        (self.execution, self.cached, self.instead) = (execution, cached, instead)
        self.interceptors = interceptors
    }

    static func == (one: ExecutionBox, other: ExecutionBox) -> Bool {
        one.execution == other.execution && one.cached == other.cached && one.instead == other.instead
            && one.interceptors == other.interceptors
    }
}

extension Outcome {
    /// Makes an outcome of what is known of it at once; the message is the code's sentence where nil.
    ///
    /// Here and not above, so that the compiler's own initialiser makes it in one go: members that are set one after the
    /// other are set in a copy, which is then copied.
    package init(
        _ code: OutcomeCode, message: String? = nil, url: String? = nil, route: String? = nil, feature: String? = nil,
        title: String? = nil, action: String? = nil, parameters: [Parameter] = [], rejection: Rejection? = nil
    ) {
        self.init(
            code: code, message: message ?? code.sentence, url: url, route: route, feature: feature, title: title,
            action: action, parameters: parameters, rejection: rejection)
    }

    /// Makes the outcome that a reader fills.
    package init() { self.init(.unknownEffect) }
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

extension Outcome: WireObject {
    package static let typeComment = "The result of one request. Fields that do not apply are absent."

    package mutating func members(_ list: inout some MemberList) {
        list.member("outcomeId", &outcomeId, "Names this outcome in the daemon's logs.")
        var outcomeClass = code.outcomeClass
        list.member("class", &outcomeClass, "How to handle it; always the first word of the code.")
        list.member(
            "code", &code,
            "What happened, as a stable dotted code. More may come; handle those you do not know by their class.")
        list.member("message", &message, "The same as one sentence for people. Do not parse it.")
        list.member(
            "url", &url,
            "The URL in canonical form. If a value in it is secret, *** replaces all behind the scheme.")
        list.member("route", &route, "The name of the route that took it.")
        list.member("feature", &feature, "The path of the feature that owns the action.")
        list.member(
            "title", &title, "What people call the feature, or its package or table; absent if the table does not say.")
        list.member("action", &action, "The action's name.")
        list.member("parameters", &parameters, "The action's inputs with their values; secret ones read ***.")
        list.member("ignored", &ignored, .unlessBlank, Self.ignoredComment)
        list.member("primary", &primary, "The id of the constraint that decided the code.")
        list.member("constraints", &constraints, .unlessBlank, Self.constraintsComment)
        list.member(
            "remedies", &remedies, .unlessBlank,
            "What would help now, best first. A remedy that has to wait is only in the constraints.")
        list.member("rejection", &rejection, "Where and why the request was refused.")
        list.member("execution", &execution, "What the performed action did.")
        list.member("result", &result, "What the action answered, as an object.")
        list.member("text", &text, "What the action answered, as a text. No outcome has both.")
        list.member(
            "cached", &cached, "That the action was not performed now: its answer was kept from an earlier link.")
        list.member("instead", &instead, Self.insteadComment)
        list.member("interceptors", &interceptors, .unlessBlank, Self.interceptorsComment)
        list.member("via", &via, .unlessBlank, "The URLs that redirects went through, first to last.")
        list.member(
            "replayed", &isReplayed, .unlessBlank,
            "true if nothing was performed now: the outcome is that of an earlier request with the same key.")
        list.member("tableRevision", &tableRevision, "Which route table decided.")
        list.member("stateRevision", &stateRevision, "Which state of the facts decided.")
        list.member("timings", &timings, Self.timingsComment)
    }

    private static let constraintsComment = """
        Own and inherited constraints, outermost first. Present if one of them decided the code, in an explanation, and while
        an operator overrides a fact.
        """
    private static let insteadComment = """
        The other action that was performed because the feature is blocked, as the table says; in an explanation, the one that
        would be. The class and the code are those of the link.
        """
    private static let interceptorsComment =
        "The rewrites, guards and replacements of the table that acted on the link, by their names, in their order."
    private static let ignoredComment =
        "Optional keys of the URL that were left out, because they are repeated or have values that cannot be taken."
    private static let timingsComment =
        "How long the stages took; only where the call asked for it. A repeated outcome has those of the first call."
}
