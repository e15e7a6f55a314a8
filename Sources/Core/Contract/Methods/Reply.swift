// The reply to a call: the answer of its method, or an error. Each is a type that lists its members, and that decides
// what of it anyone but operators may see, and what can be left out where it is too long.

/// A message that answers a call.
package protocol Reply: WireMembers, Equatable, Sendable {
    /// The error's full name on the wire; nil for an answer.
    var errorName: String? { get }
    /// What everyone but operators is sent of it; itself where that is everything, or where only operators get it.
    var forAnyone: Self { get }
    /// The reply with less in it, where it is longer than an answer may be; nil where nothing can be left out.
    var shortened: Self? { get }

    /// Writes its members as an object.
    func writeParameters(to writer: inout JSONWriter)
}

extension Reply {
    package var errorName: String? { nil }

    package func writeParameters(to writer: inout JSONWriter) { writeMembers(to: &writer) }

    /// The reply as an audience may see it.
    ///
    /// *Cost*: none for operators, and for outcomes without constraints, which are nearly all.
    package func visible(to audience: Audience) -> Self { audience == .operator ? self : forAnyone }
}

extension WireMembers {
    /// A copy that differs in what `change` sets.
    package func with(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }
}

/// A reply that is short, and the same for everybody.
package protocol PlainReply: Reply {}

extension PlainReply {
    package var forAnyone: Self { self }
    package var shortened: Self? { nil }
}

/// The answer of a method, which clients read.
///
///     StatusReport   →   {"parameters":{"version":"1.0","routes":4,…}}
package protocol ReplyReport: Reply, WireReport {}

extension ReplyReport {
    /// Reads the parameters of a reply.
    ///
    /// *Throws*: `field`, where a member is missing or has the wrong type; also for words that this program does not know.
    package init(reply: Value) throws(FramingError) { try self.init(reply: reply, besides: nil) }

    /// Reads the parameters of a reply but the one that is named, which stays empty.
    package init(reply: Value, besides skipped: String?) throws(FramingError) {
        self.init()
        try readMembers(of: reply, besides: skipped)
    }
}

// MARK: Answers that several methods have

/// An answer with an outcome.
package protocol OutcomeReply: ReplyReport {
    /// The result of the request.
    var outcome: Outcome { get set }
}

extension OutcomeReply {
    package var forAnyone: Self { outcome.isWhole(for: .anyone) ? self : replacing(outcome.forAnyone) }
    package var shortened: Self? { outcome.shortened.map(replacing) }

    /// The answer with another outcome.
    func replacing(_ outcome: Outcome) -> Self { with { $0.outcome = outcome } }
}

/// The answer of `Open` and `Perform`.
package struct OutcomeAnswer: OutcomeReply {
    package var outcome = Outcome()

    package init() {}

    /// Answers with an outcome.
    package init(_ outcome: Outcome) { self.outcome = outcome }

    package mutating func members(_ list: inout some MemberList) {
        list.member("outcome", &outcome, "The result of the request.")
    }

    /// Writes the outcome by hand: nearly every answer is one.
    package func writeParameters(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("outcome")
        outcome.write(to: &writer, id: nil)
        writer.endObject()
    }
}

/// The answer of a method that changes what the daemon keeps.
package struct ChangeAnswer: ReplyReport, PlainReply {
    package var isDurable = false

    package init() {}

    /// Answers that the change was made.
    package init(isDurable: Bool) { self.isDurable = isDurable }

    package mutating func members(_ list: inout some MemberList) {
        list.member(
            "durable", &isDurable,
            "Whether the change outlives the daemon. It does not without a state directory, or if it could not be written."
        )
    }
}

/// The answer without members.
package struct EmptyAnswer: ReplyReport, PlainReply, Memberless {
    package init() {}
}

// MARK: Errors that several interfaces have

/// An error without members.
package struct BareError: PlainReply, Memberless {
    package let errorName: String?

    /// The error of that full name.
    package init(_ name: String) { errorName = name }
}

/// The error of a method that was to keep or to copy something.
package struct NotKept: PlainReply {
    private let interface: String
    private var code: String
    private var reason: String

    /// The error of an interface.
    package init(_ interface: String, code: String = "", reason: String = "") {
        (self.interface, self.code, self.reason) = (interface, code, reason)
    }

    package var errorName: String? { interface + ".NotKept" }

    package mutating func members(_ list: inout some MemberList) {
        list.member(
            "code", &code,
            """
            A stable name: ledger.full, ledger.copyExists and others; ledger.unavailable for anyone but operators where the
            ledger fails; table.invalid where no route table is in force.
            """)
        list.member("reason", &reason, "What is wrong, and what to do about it.")
    }
}

extension VarlinkError: PlainReply {
    package var errorName: String? { name }
}
