// The methods: what a call asks for, its parameters, and what the interface description says of it. The members of the
// replies are listed in Reply.swift and in the reports. To add a method:
//
// 1. its case, its parameters and its `Method` here, and its place in `allCases`;
// 2. the report that it replies with, if that is a new one, in Reports;
// 3. its handler in Serving/Requests/Server+requests.swift.

/// One call with its parameters, decoded and complete.
///
/// A `subject` is a text as the caller sent it: whose facts count, its own where nil.
package enum Request: Equatable, Sendable {
    /// Match, verify and perform.
    case open(
        Target, timings: Bool = false, subject: String? = nil, idempotencyKey: String? = nil, deadlineMs: Int64? = nil)
    /// Match and verify; the binding can be performed later by the same connection.
    case verify(Target, subject: String? = nil)
    /// Perform a binding of this connection.
    case perform(binding: String)
    /// Give the outcome that `open` would have, with the reasons.
    case explain(Target, candidates: Bool = false, subject: String? = nil)
    /// Build the link of a route.
    case link(route: String, parameters: [Value.Member] = [], scope: String? = nil)
    /// One page of the features: those after the one of that path.
    case list(subject: String? = nil, after: String? = nil)
    case describe(feature: String, subject: String? = nil)
    /// Answer again and again, whenever a feature's availability changes.
    case watch(subject: String? = nil)
    /// Move a user's own switch; nil puts it back to its default.
    case setToggle(feature: String, on: Bool?, subject: String? = nil)
    /// Move the operator's switch; nil puts it back to its default.
    case setRuntime(feature: String, on: Bool?)
    case status
    case reload
    /// Override a fact for a while; without a status end the override.
    case override(fact: String, status: String?, ttlMs: Int64? = nil)
    /// Copy the ledger, and answer again and again with the next bytes of the copy.
    case backup
    case getInfo
    case getInterfaceDescription(interface: String)

    /// The method that carries it.
    package var method: Method {
        switch self {
        case .open: .open
        case .verify: .verify
        case .perform: .perform
        case .explain: .explain
        case .link: .link
        case .list: .list
        case .describe: .describe
        case .watch: .watch
        case .setToggle: .setToggle
        case .setRuntime: .setRuntime
        case .status: .status
        case .reload: .reload
        case .override: .override
        case .backup: .backup
        case .getInfo: .getInfo
        case .getInterfaceDescription: .getInterfaceDescription
        }
    }
}

// MARK: The methods

extension Method: CaseIterable {
    /// All methods, the most frequent one first: decoders look names up in this order.
    package static let allCases: [Method] = [
        .open, .verify, .perform, .explain, .link,
        .list, .describe, .watch, .setToggle, .setRuntime,
        .status, .reload, .override, .backup,
        .getInfo, .getInterfaceDescription,
    ]
}

// MARK: io.deeplinkd.Dispatch

extension Method {
    package static let open = Method(
        "Open", of: .dispatch, request: .open(Target()), reply: .outcome(Outcome()),
        """
        Matches the URL, or finds the action by its name, verifies the feature that owns the action, and performs it. If you close the connection before the
        reply, the action is stopped, or not begun, unless it says detach; a stored outcome then is failed.cancelled. You
        may shut down your writing half and still get the reply. An action of a oneway call always runs to its end.
        """)
    package static let verify = Method(
        "Verify", of: .dispatch, request: .verify(Target()),
        reply: .verified(Outcome(), binding: nil, expiresAfterMs: nil),
        "Matches and verifies like Open but performs nothing yet: hands out a binding that Perform takes.")
    package static let perform = Method(
        "Perform", of: .dispatch, request: .perform(binding: ""), reply: .outcome(Outcome()),
        """
        Performs what Verify handed out. A binding is used up by the attempt, whatever its result. It is rejected with
        binding.stale where the table or the facts have changed.
        """)
    package static let explain = Method(
        "Explain", of: .dispatch, request: .explain(Target()), reply: .explained(Outcome(), candidates: nil),
        "Gives the outcome that Open would have at this moment, and performs nothing.")
    package static let link = Method(
        "Link", of: .dispatch, request: .link(route: ""), reply: .link(url: ""),
        """
        Builds the link of a route: one that this route takes, with these parameters. Features are not looked at, so the
        action behind the link may be blocked. If there is no such link, the error NotBuilt says why.
        """)
}

// MARK: io.deeplinkd.Features

extension Method {
    package static let list = Method(
        "List", of: .features, request: .list(), reply: .features([]),
        "Lists the features, parents before their children, at most 256 in one answer.")
    package static let describe = Method(
        "Describe", of: .features, request: .describe(feature: ""), reply: .feature(FeatureReport()),
        "Describes one feature completely. An unknown one is InvalidParameter.")
    package static let watch = Method(
        "Watch", of: .features, isStreaming: true, request: .watch(), reply: .watched([], removed: []),
        """
        Lists the features as they are now, and again those that have changed, at most ten times a second. Call it with
        more. Changes that come faster, or that you do not read in time, are put into one answer. More than 256 features
        take several answers.
        """)
    package static let setToggle = Method(
        "SetToggle", of: .features, request: .setToggle(feature: "", on: nil), reply: .switched(isDurable: false),
        """
        Moves a switch of yours: one of a feature that requires a toggle. Any other feature is InvalidParameter. The answer
        comes when the change is on the disk.
        """)
    package static let setRuntime = Method(
        "SetRuntime", of: .features, for: .operator, request: .setRuntime(feature: "", on: nil),
        reply: .switched(isDurable: false),
        """
        Moves the operator's switch of a feature that requires runtime. For operators only. While the ledger is unavailable,
        the change is made in memory and written when the ledger is back. If DeepLinking is switched off, a file beside the
        ledger keeps that too.
        """)
}

// MARK: io.deeplinkd.Monitor

extension Method {
    package static let status = Method(
        "Status", of: .monitor, request: .status, reply: .report(StatusReport()),
        """
        Reports how the daemon is doing. Operators are told everything, everyone else nothing about files, faults or other
        callers.
        """)
    package static let reload = Method(
        "Reload", of: .monitor, for: .operator, request: .reload, reply: .report(ReloadReport()),
        "Reads the route tables again and puts them in force if they have no error. For operators only.")
    package static let override = Method(
        "Override", of: .monitor, for: .operator, request: .override(fact: "", status: nil),
        reply: .overridden(endsAfterMs: nil),
        """
        Overrides a fact, whatever its source says, for everybody and for a while. For operators only, and only where the
        table says profile development. Until it ends, every outcome carries its constraints, with the overridden ones marked.
        """)
    package static let backup = Method(
        "Backup", of: .monitor, for: .operator, isStreaming: true, request: .backup,
        reply: .copied(bytes: "", size: 0),
        """
        Copies the ledger, as it is at one moment, and answers with the bytes of the copy, a part at a time. Call it with
        more, and join the bytes: the copy is complete when they are as many as size. It takes no path, since the daemon may
        see other files than its caller. For operators only.
        """)
}

// MARK: org.varlink.service

extension Method {
    package static let getInfo = Method(
        "GetInfo", of: .service, request: .getInfo, reply: .report(ServiceDescription()),
        "Names this service and the interfaces that it has.")
    package static let getInterfaceDescription = Method(
        "GetInterfaceDescription", of: .service, request: .getInterfaceDescription(interface: ""),
        reply: .description(""), "Gives the definition of an interface, in the language that you are reading.")
}

// MARK: The parameters

extension Request: WireMembers {
    package mutating func members(_ list: inout some MemberList) {
        switch self {
        case .open(var target, var timings, var subject, var key, var deadlineMs):
            list.member("url", &target.url, Self.urlComment)
            list.member("timings", &timings, .unlessBlank, "Whether the outcome is to carry timings; not if absent.")
            list.member("subject", &subject, Self.subjectComment)
            list.member("idempotencyKey", &key, Self.keyComment)
            list.member("deadlineMs", &deadlineMs, Self.deadlineComment)
            target.actionMembers(&list)
            self = .open(
                target, timings: timings, subject: subject, idempotencyKey: key, deadlineMs: deadlineMs)
        case .verify(var target, var subject):
            list.member("url", &target.url, Self.urlComment)
            list.member("subject", &subject, Self.subjectComment)
            target.actionMembers(&list)
            self = .verify(target, subject: subject)
        case .perform(var binding):
            list.member("binding", &binding, "From Verify, on this connection.")
            self = .perform(binding: binding)
        case .explain(var target, var candidates, var subject):
            list.member("url", &target.url, Self.urlComment)
            list.member("candidates", &candidates, .unlessBlank, Self.candidatesComment)
            list.member("subject", &subject, Self.subjectComment)
            target.actionMembers(&list)
            self = .explain(target, candidates: candidates, subject: subject)
        case .link(var route, var parameters, var scope):
            list.member("route", &route, "The route's name.")
            list.member("parameters", &parameters, Self.linkedComment)
            list.member("scope", &scope, Self.scopeComment)
            self = .link(route: route, parameters: parameters, scope: scope)
        case .list(var subject, var after):
            list.member("subject", &subject, Self.subjectComment)
            list.member("after", &after, Self.afterComment)
            self = .list(subject: subject, after: after)
        case .describe(var feature, var subject):
            list.member("feature", &feature, Self.featureComment)
            list.member("subject", &subject, Self.subjectComment)
            self = .describe(feature: feature, subject: subject)
        case .watch(var subject):
            list.member("subject", &subject, Self.watchedComment)
            self = .watch(subject: subject)
        case .setToggle(var feature, var on, var subject):
            list.member("feature", &feature, Self.featureComment)
            list.member("on", &on, Self.onComment)
            list.member("subject", &subject, Self.toggledComment)
            self = .setToggle(feature: feature, on: on, subject: subject)
        case .setRuntime(var feature, var on):
            list.member("feature", &feature, Self.featureComment)
            list.member("on", &on, Self.onComment)
            self = .setRuntime(feature: feature, on: on)
        case .override(var fact, var status, var ttlMs):
            list.member("fact", &fact, Self.factComment)
            list.member("status", &status, Self.statusComment)
            list.member("ttlMs", &ttlMs, "For how long, in milliseconds; an hour if absent, a day at most.")
            self = .override(fact: fact, status: status, ttlMs: ttlMs)
        case .getInterfaceDescription(var interface):
            list.member("interface", &interface, "The interface's full name.")
            self = .getInterfaceDescription(interface: interface)
        case .status, .reload, .backup, .getInfo: break
        }
    }

    private static let urlComment =
        "The URL, as you have it. Absent for an action by its name: one of the two is given."
    private static let subjectComment = """
        Whose facts count, as uid:1000, account:ann or machine; yours if absent. Only delegates and operators may name
        others, and only operators the machine.
        """
    private static let keyComment = """
        Your own name for this request. Sent again with the same key it is not performed again: the outcome is repeated, also
        one that says that the action was stopped. If nothing was begun, it is performed. It takes a ledger: without one
        the parameter is refused.
        """
    private static let deadlineComment = """
        How long the request may take, in milliseconds from its arrival, 1 to 86400000: the wait for facts and for a place
        count. When it is over, the program is stopped as when its own time is over, which stays as it is, and the outcome
        is failed.timeout. Its message says whether the action had begun.
        """
    private static let candidatesComment = "Whether to list every route that was considered; not if absent."
    private static let linkedComment = """
        What the link carries, by the names of captures, query keys and the fragment: strings, integers and booleans, and
        an array of strings for a tail. A nameless place goes by its number. A value that equals its default is left out.
        """
    private static let scopeComment = """
        The scheme, or the host without wildcards. If absent, the first of up to 16 that the table declares for the route
        in which there is such a link.
        """
    private static let afterComment = """
        The value of next in the page before; the first page if absent. A path that the table in force does not declare is
        InvalidParameter.
        """
    private static let featureComment = "The path, or the last name where that is unique."
    private static let watchedComment = """
        For whom, as uid:1000, account:ann or machine; for you if absent. Only delegates and operators may name others, and
        only operators the machine. If a reload takes that right from you, the watch ends with PermissionDenied.
        """
    private static let onComment = "true for on, false for off; the switch's default if absent."
    private static let toggledComment = """
        Whose switch, as uid:1000, account:ann or machine; yours if absent. Only delegates and operators may name others, and
        only operators the machine.
        """
    private static let factComment =
        "The fact as a test case names it: toggle SmartPlaylists, permission camera, purchase premium.monthly."
    private static let statusComment =
        "The new value: on, denied, expired and others. If absent, the override ends and the source's answer counts."
}
