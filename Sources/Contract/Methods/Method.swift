/// A method that the daemon serves.
///
/// A class, because each call asks its request for it several times: a copy of what it holds took 800 instructions.
package final class Method: Sendable {
    /// *Shape*: interface, dot, member name: `io.deeplinkd.Dispatch.Open`.
    package let name: String
    /// The interface that defines it.
    package let interface: Interface
    /// Who may call it.
    ///
    /// `Status` is for anyone: its answer depends on the audience (Reply+audience.swift). Whose facts a call may name
    /// is another question: `subject` is for delegates and operators.
    package let audience: Audience
    /// Whether it is answered again and again; it has to be called with `more`.
    package let isStreaming: Bool
    /// The request that a reader of its parameters fills.
    package let request: Request
    /// The reply that a reader of its answer fills.
    let reply: Reply
    let parameters: [MemberDescription]
    private let comment: String
    /// Whether its reply carries an outcome, so that also a call that is one too many can be answered with one.
    package let answersOutcome: Bool

    init(
        _ member: String, of interface: Interface, for audience: Audience = .anyone, isStreaming: Bool = false,
        request: Request, reply: Reply, _ comment: String
    ) {
        name = interface.rawValue + "." + member
        self.interface = interface
        self.audience = audience
        self.isStreaming = isStreaming
        self.request = request
        self.reply = reply
        self.comment = comment
        parameters = request.memberDescriptions
        answersOutcome = reply.replacingOutcome { $0 } != nil
    }

    /// The reply to a call that is not carried out; nil where the reply carries no outcome.
    package func refusal(with outcome: Outcome) -> Reply? { reply.replacingOutcome { _ in outcome } }

    /// What the interface's description declares.
    var description: InterfaceDescription.Member {
        InterfaceDescription.Member(
            String(name.dropFirst(interface.rawValue.count + 1)), comment, inputs: parameters,
            outputs: reply.memberDescriptions)
    }
}

extension Method: Hashable {
    package static func == (left: Method, right: Method) -> Bool { left.name == right.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
