/// One call with its parameters, decoded and complete.
///
/// A `subject` is a text as the caller sent it: whose facts count, its own where nil.
package enum Request: Equatable, Sendable {
    /// Match, verify and perform.
    case open(url: String, timings: Bool = false, subject: String? = nil, idempotencyKey: String? = nil)
    /// Match and verify; the binding can be performed later by the same connection.
    case verify(url: String, subject: String? = nil)
    /// Perform a binding of this connection.
    case perform(binding: String)
    /// Give the outcome that `open` would have, with the reasons.
    case explain(url: String, candidates: Bool = false, subject: String? = nil)
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
    /// Copy the ledger to a file.
    case backup(path: String)
    case getInfo
    case getInterfaceDescription(interface: String)

    /// The method that carries it.
    package var method: Method {
        switch self {
        case .open: .open
        case .verify: .verify
        case .perform: .perform
        case .explain: .explain
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

// MARK: The parameters

extension Request: WireMembers {
    package mutating func members(_ list: inout some MemberList) {
        switch self {
        case .open(var url, var timings, var subject, var key):
            list.member("url", &url, Self.urlComment)
            list.member("timings", &timings, .unlessBlank, "Whether the outcome is to carry timings; not if absent.")
            list.member("subject", &subject, Self.subjectComment)
            list.member("idempotencyKey", &key, Self.keyComment)
            self = .open(url: url, timings: timings, subject: subject, idempotencyKey: key)
        case .verify(var url, var subject):
            list.member("url", &url, Self.urlComment)
            list.member("subject", &subject, Self.subjectComment)
            self = .verify(url: url, subject: subject)
        case .perform(var binding):
            list.member("binding", &binding, "From Verify, on this connection.")
            self = .perform(binding: binding)
        case .explain(var url, var candidates, var subject):
            list.member("url", &url, Self.urlComment)
            list.member("candidates", &candidates, .unlessBlank, Self.candidatesComment)
            list.member("subject", &subject, Self.subjectComment)
            self = .explain(url: url, candidates: candidates, subject: subject)
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
        case .backup(var path):
            list.member("path", &path, Self.pathComment)
            self = .backup(path: path)
        case .getInterfaceDescription(var interface):
            list.member("interface", &interface, "The interface's full name.")
            self = .getInterfaceDescription(interface: interface)
        case .status, .reload, .getInfo: break
        }
    }

    private static let urlComment = "The URL, as you have it."
    private static let subjectComment =
        "Whose facts count, as uid:1000 or account:ann; yours if absent. Only delegates and operators may name others."
    private static let keyComment = """
        Your own name for this request. Sent again with the same key it is not performed again: the outcome is repeated. It
        takes a ledger: without one the parameter is refused.
        """
    private static let candidatesComment = "Whether to list every route that was considered; not if absent."
    private static let afterComment = """
        The value of next in the page before; the first page if absent. A path that the table in force does not declare is
        InvalidParameter.
        """
    private static let featureComment = "The path, or the last name where that is unique."
    private static let watchedComment = """
        For whom, as uid:1000, account:ann or machine; for you if absent. Only delegates and operators may name others. If
        a reload takes that right from you, the watch ends with PermissionDenied.
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
    private static let pathComment =
        "The absolute path of a file that does not exist yet, where the daemon may write."
}
