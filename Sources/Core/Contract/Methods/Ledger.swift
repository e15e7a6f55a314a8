// The method of io.deeplinkd.Monitor about what is in the ledger.

/// Report what is in the ledger, and look for faults.
package struct InspectLedger: Method {
    package static let name = "io.deeplinkd.Monitor.Inspect"
    package static let comment = """
        Reports what is in the ledger and, if that is wanted, reads all of it and compares each row with the sums that were
        written with it. Others who need the ledger wait meanwhile. For operators only.
        """
    package static let audience = Audience.operator
    package static let mayTakeLong = true

    package var isVerified = false

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("verify", &isVerified, .unlessBlank, "Whether to look for faults; not if absent.")
    }

    /// What is in it.
    package struct Answer: ReplyReport, PlainReply {
        package var ledger = LedgerContents()

        package init() {}

        package mutating func members(_ list: inout some MemberList) {
            list.member("ledger", &ledger, "What the ledger has.")
        }
    }
}
