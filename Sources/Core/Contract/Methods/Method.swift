// A method is one type: what a call carries, who may make it, and what answers it.
//
//     package struct DescribeFeature: Method {
//         package static let name = "io.deeplinkd.Features.Describe"
//         package static let comment = "Describes one feature completely. An unknown one is InvalidParameter."
//
//         package var feature = ""         // required
//         package var subject: String?     // may be absent
//
//         package mutating func members(_ list: inout some MemberList) {
//             list.member("feature", &feature, "The path, or the last name where that is unique.")
//             list.member("subject", &subject, Self.subjectComment)
//         }
//         …                                // `Answer`, the type of the reply
//     }
//
// A value of the type is one call, decoded and complete. Clients write and the daemon reads its parameters by `members`, and
// the interface description is printed from them. The methods of an interface stand in one file, which lists them in the
// order of the description (Interface.swift). The daemon has a handler for each (Serving/Requests/Handler.swift).

/// A method that the daemon serves, and one call of it.
///
/// *Shape*: the value that the empty initialiser makes is a call without parameters.
package protocol Method: WireReport, Equatable, Sendable {
    /// What the daemon answers; of a streaming method each answer.
    associatedtype Answer: ReplyReport

    /// *Shape*: interface, dot, member name: `io.deeplinkd.Dispatch.Open`.
    static var name: String { get }
    /// What it does, for users of other languages; line breaks count as blanks.
    static var comment: String { get }
    /// The parameters of a call that shows the method, as JSON.
    static var example: String { get }
    /// Who may call it; anyone, unless the method says otherwise.
    ///
    /// `Status` is for anyone: its answer depends on the audience (Reply+audience.swift). Whose facts a call may name
    /// is another question: `subject` is for delegates and operators.
    static var audience: Audience { get }
    /// True if it is answered again and again; it has to be called with `more`.
    static var isStreaming: Bool { get }
    /// True if its answer may take longer than a daemon is silent otherwise: an action runs as long as the table lets it.
    static var mayTakeLong: Bool { get }
    /// True if its answer has an outcome, so that also a call that is one too many can be answered with one.
    static var answersOutcome: Bool { get }

    /// The same call for a daemon that is older than languages of calls; nil where it names none.
    var withoutLanguages: Self? { get }

    /// The answer to a call that is not carried out; nil where the answer has no outcome.
    static func refusal(with outcome: Outcome) -> (any Reply)?

    /// Reads the parameters of a call.
    ///
    /// - Parameter parameters: the descriptions of the members.
    ///
    /// *Throws*: `json`, for a name that occurs twice.
    static func decode(
        _ header: CallHeader, _ parameters: [MemberDescription], in bytes: Span<UInt8>
    ) throws(FramingError) -> Call.Content
}

extension Method {
    package static var example: String { "{}" }
    package static var audience: Audience { .anyone }
    package static var isStreaming: Bool { false }
    package static var mayTakeLong: Bool { false }
    package static var answersOutcome: Bool { false }

    package var withoutLanguages: Self? { nil }

    package static func refusal(with outcome: Outcome) -> (any Reply)? { nil }

    // A requirement, so that it is compiled for each method: a call of `members` through the protocol takes much longer.
    package static func decode(
        _ header: CallHeader, _ parameters: [MemberDescription], in bytes: Span<UInt8>
    ) throws(FramingError) -> Call.Content {
        var request = Self()
        // They are read even where an upgrade is refused: a name that occurs twice is a breach.
        let fault = try header.readParameters(parameters, in: bytes) { index, value in
            var setter = MemberSetter(index: index, value: value)
            request.members(&setter)
            return setter.isSet
        }
        if header.upgrade { return .refused(.methodNotImplemented(method: name)) }
        return fault.map { .refused($0) } ?? .request(request)
    }

    /// The name of the interface that defines it.
    package static var interface: String { String(name.dropLast(member.utf8.count + 1)) }

    /// Its name in its interface.
    package static var member: String { name.split(separator: ".").last.map(String.init) ?? "" }

    /// What the interface's description declares.
    static var description: InterfaceDescription.Member {
        InterfaceDescription.Member(
            member, comment, inputs: Self().memberDescriptions, outputs: Answer().memberDescriptions)
    }
}

extension Method where Answer: OutcomeReply {
    package static var answersOutcome: Bool { true }

    package static func refusal(with outcome: Outcome) -> (any Reply)? { Answer { $0.outcome = outcome } }
}

extension Equatable {
    /// True for an equal value of the same type.
    package func isEqual(to other: Any) -> Bool { other as? Self == self }
}

// MARK: Comments of parameters that several methods have

extension Method {
    /// Of `subject`, where it says whose facts count.
    package static var subjectComment: String {
        """
        Whose facts count, as uid:1000, account:ann or machine; yours if absent. Only delegates and operators may name
        others, and only operators the machine.
        """
    }

    /// Of `languages`.
    package static var languagesComment: String {
        """
        The languages that the texts of the table are wanted in, the best first, as tags of BCP 47: de-AT, fr. A tag stands for
        its prefixes too. The texts without a language if absent. At most \(Limits.languages).
        """
    }

    /// Of `subject` of a watch.
    package static var watchedComment: String {
        """
        For whom, as uid:1000, account:ann or machine; for you if absent. Only delegates and operators may name others, and
        only operators the machine. If a reload takes that right from you, the watch ends with PermissionDenied.
        """
    }

    /// Of `subject` of a setting.
    package static var grantedComment: String {
        "Whose, as uid:1000, account:ann or machine; yours if absent. Only operators may name the machine."
    }
}
