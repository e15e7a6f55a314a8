/// The state of the ledger: it says if settings of users and operators outlive the daemon.
package struct LedgerReport: WireObject, Equatable {
    /// Where facts are kept.
    package enum State: String, CaseIterable, Sendable, WireWord {
        /// Without a state directory: until the daemon ends.
        case memory
        /// On the disk.
        case available
        /// On the disk, which cannot be written now: users' changes are refused, and operators' last until the daemon ends.
        case readable
        /// Nowhere: changes are refused.
        case unavailable
    }

    package static let typeComment = "Where the facts are kept that users and operators decide."

    package var state = State.unavailable
    package var code: String?
    package var reason: String?
    package var unreadable: Int?
    package var aheadMs: Int64?
    package var intake: String?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member(
            "state", &state,
            """
            available, readable (facts count, and users cannot change them), unavailable (facts do not count either), or
            memory: without a directory.
            """)
        list.member("code", &code, "A stable name for what is wrong: ledger.full and others.")
        list.member("reason", &reason, "What is wrong, and what to do about it.")
        list.member("unreadable", &unreadable, "How many entries a later version has written, which count as absent.")
        list.member(
            "aheadMs", &aheadMs,
            "How many milliseconds the latest recorded time is ahead of the clock, where one of the two must be wrong.")
        list.member(
            "intake", &intake,
            """
            The state of the intake's switch with its reason, where a readable ledger does not decide it, and the command
            that moves it.
            """)
    }
}
