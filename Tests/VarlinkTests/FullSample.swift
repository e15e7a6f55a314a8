import Contract
import Testing
import Varlink

/// Sets every member of a call or a reply to a value of its type, and those of the objects in it.
///
///     SetToggle   →   {"feature": "x", "on": true, "subject": "x"}
///
/// So no test lists methods, or the members of their answers.
struct FullSample: MemberList {
    /// The texts that are tried: of a set of words the first that is one of them is taken, and of any text the first of all,
    /// which is a word because a status takes any text as its audience and writes words alone.
    private static let words =
        [Audience.operator.rawValue] + OutcomeCode.allCases.map(\.rawValue)
        + ConstraintReport.Kind.allCases.map(\.rawValue)
        + ConstraintReport.Freshness.allCases.map(\.rawValue) + Remedy.Kind.allCases.map(\.rawValue)
        + IgnoredKey.Reason.allCases.map(\.rawValue) + LedgerReport.State.allCases.map(\.rawValue)
        + PackageReport.State.allCases.map(\.rawValue) + TableReport.State.allCases.map(\.rawValue)
        + SourceReport.State.allCases.map(\.rawValue) + HostFinding.Verdict.allCases.map(\.rawValue)
        + ShadowDifference.Change.allCases.map(\.rawValue) + TimelineEntryReport.Kind.allCases.map(\.rawValue)

    /// A message with every member set.
    static func make<Message: WireReport>(_ type: Message.Type) -> Message { filled(Message()) }

    /// The same message with every member set.
    static func filled<Message: WireMembers>(_ message: Message) -> Message {
        var (message, sample) = (message, FullSample())
        message.members(&sample)
        return message
    }

    mutating func member<Member: WireValue>(
        _ name: String, _ value: inout Member, _ presence: Presence, _ comment: String
    ) {
        for candidate in Self.values(of: Member.kind) {
            if let sample = try? Member.read(candidate, at: name) {
                value = sample
                return
            }
        }
        Issue.record("no value is one of the member \(name)")
    }

    private static func values(of kind: WireKind) -> [Value] {
        switch kind {
        case .bool: [.bool(true)]
        case .int: [.integer(7)]
        case .string: words.map(Value.string)
        case .object: [.object([.init("a", .integer(1))])]
        case .array(let kind): values(of: kind).map { .array([$0]) }
        case .optional(let kind): values(of: kind)
        case .named(let type):
            // The last word of an enumeration: the first is often what an empty report has.
            type.isEnumeration ? type.declaration.reversed().map { .string($0.name) } : object(type).map { [$0] } ?? []
        }
    }

    private static func object(_ type: any WireDeclared.Type) -> Value? {
        guard let type = type as? any WireObject.Type else { return nil }
        return try? JSONText.value(of: JSONText.text(of: filled(type.init())))
    }
}
