/// The other action that was performed because the feature of a link is blocked.
public struct InsteadReport: WireObject, Equatable, Sendable {
    package static let typeName = "Instead"
    package static let typeComment = "The other action that was performed because the feature of a link is blocked."

    /// Names its own outcome in the daemon's log; nil if there is none yet.
    public package(set) var outcomeId: String?
    /// The path of the feature that owns the action.
    public package(set) var feature = ""
    /// The action's name.
    public package(set) var action = ""
    /// What became of it.
    ///
    /// *Shape*: a stable dotted code, as that of an outcome.
    public package(set) var code = OutcomeCode.unknownEffect.rawValue
    /// The same as one sentence for people.
    public package(set) var message = ""

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("outcomeId", &outcomeId, "Names its own outcome in the daemon's logs; absent if there is none yet.")
        list.member("feature", &feature, "The path of the feature that owns the action.")
        list.member("action", &action, "The action's name.")
        list.member("code", &code, "What became of it, as a code of an outcome.")
        list.member("message", &message, "The same as one sentence for people. Do not parse it.")
    }

    /// True if an audience of other callers may see all of it.
    var isForAnyone: Bool { code != OutcomeCode.failedSpawn.rawValue }

    /// Without what kept it from being performed, which operators alone are told.
    var forAnyone: InsteadReport {
        var report = self
        if !isForAnyone { report.message = OutcomeCode.failedSpawn.sentence }
        return report
    }
}
