package import Varlink

/// Whether what users switch and operators decide outlives the daemon.
package struct LedgerReport: Equatable, Sendable {
    /// Where facts are kept.
    package enum State: String, CaseIterable, Sendable, WireWord {
        /// Without a state directory: until the daemon ends.
        case memory
        /// On the disk.
        case available
        /// Nowhere: changes are refused.
        case unavailable
    }

    package var state: State
    /// *Shape*: a stable name, `ledger.full`; nil unless it is unavailable.
    package var code: String?
    /// What is wrong and what to do about it, in one line; nil unless it is unavailable.
    package var reason: String?
    /// *Units*: entries in words of a later version, which count as absent; nil where there are none.
    package var unreadable: Int?
    /// How far the time that was seen before is ahead of the wall clock, where that is more than is taken over: one of the
    /// clocks is wrong, and what ends may end early or late.
    ///
    /// *Units*: milliseconds.
    package var aheadMs: Int64?
    /// What the intake's switch is and why, where it is not what a ledger that can be read says, and the command that moves it.
    package var intake: String?

    package init(
        state: State, code: String? = nil, reason: String? = nil, unreadable: Int? = nil, aheadMs: Int64? = nil,
        intake: String? = nil
    ) {
        self.state = state
        self.code = code
        self.reason = reason
        self.unreadable = unreadable
        self.aheadMs = aheadMs
        self.intake = intake
    }
}

extension LedgerReport: WireObject {
    package static var typeName: String { "Ledger" }
    package static var typeComment: String { "Where the facts are kept that users and operators decide." }
    package static var blank: Self { Self(state: .unavailable) }

    package mutating func members(_ list: inout some MemberList) {
        list.member(
            "state", &state,
            "memory without a state directory, available, or unavailable: changes are refused then.")
        list.member("code", &code, "A stable name for what is wrong: ledger.full and others.")
        list.member("reason", &reason, "What is wrong, and what to do about it.")
        list.member("unreadable", &unreadable, "How many entries a later version has written, which count as absent.")
        list.member(
            "aheadMs", &aheadMs,
            """
            How many milliseconds the time that it knows of is ahead of the clock, where one of the two must be
            wrong.
            """)
        list.member(
            "intake", &intake,
            """
            What the switch of the intake is and why, where it is not what a readable ledger says, and the command
            that moves it.
            """)
    }
}
