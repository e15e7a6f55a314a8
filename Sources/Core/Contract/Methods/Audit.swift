// The method of io.deeplinkd.Monitor about who changed what.

/// Report who changed what.
package struct ListAudit: Method {
    package static let name = "io.deeplinkd.Monitor.Audit"
    package static let comment = """
        Reports who changed switches and other facts that the ledger keeps, overrides and tables, in the order of the changes,
        a page at a time. Rows are numbered without gaps; one that is missing in between was removed by hand. For operators
        only.
        """
    package static let example = #"{"after":0}"#
    package static let audience = Audience.operator

    package var after: Int64?
    package var sinceMs: Int64?
    package var uid: UInt32?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("after", &after, "The number of the last row that is known; rows from the first one on if absent.")
        list.member("sinceMs", &sinceMs, "The earliest time, in milliseconds since 1970 UTC; any if absent.")
        list.member("uid", &uid, "Who made the change, or whose facts were changed; every user if absent.")
    }

    /// One page.
    package struct Answer: ReplyReport {
        package var rows: [AuditRowReport] = []
        package var first: Int64 = 1
        package var last: Int64 = 0
        package var next: Int64?

        package init() {}

        /// The same: only operators are answered.
        package var forAnyone: Self { self }

        /// With fewer rows, where `next` says that more follow.
        package var shortened: Self? {
            guard rows.count > 1 else { return nil }
            return with {
                $0.rows = rows.firstHalf
                $0.next = $0.rows.last?.number
            }
        }

        package mutating func members(_ list: inout some MemberList) {
            list.member("rows", &rows, "The rows, in their order.")
            list.member("first", &first, "The number of the first row that is kept: older ones were removed.")
            list.member("last", &last, "The number of the last row; 0 before the first.")
            list.member("next", &next, "The value of after for the next page; absent in the last one.")
        }
    }
}

/// The error of `ListAudit` where the table in force has no audit.
package struct NoAudit: PlainReply {
    private var reason: String

    /// The error with what to write into the table.
    package init(reason: String = "") { self.reason = reason }

    package var errorName: String? { "io.deeplinkd.Monitor.NoAudit" }

    package mutating func members(_ list: inout some MemberList) {
        list.member("reason", &reason, "Which lines to add to the table.")
    }
}

/// One change, and who made it.
package struct AuditRowReport: WireObject, Equatable {
    package static let typeComment = "One change, and who made it from where."

    package var number: Int64 = 0
    package var timeMs: Int64 = 0
    package var uid: UInt32 = 0
    package var pid: Int?
    package var unit: String?
    package var program: String?
    package var method = ""
    package var subject: String?
    package var kind = ""
    package var name = ""
    package var old: String?
    package var new: String?
    package var chain = ""

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("number", &number, "From 1, without gaps.")
        list.member("timeMs", &timeMs, "When, in milliseconds since 1970 UTC.")
        list.member("uid", &uid, "The user who made the change.")
        list.member("pid", &pid, "The process; absent where the daemon does not see it, and for a signal.")
        list.member("unit", &unit, "The unit of the service manager that the process was in, if it is known.")
        list.member("program", &program, "What the process calls itself, if it is known.")
        list.member("method", &method, "The method that was called, or SIGHUP.")
        list.member("subject", &subject, "Whose facts were changed; absent for those of the machine.")
        list.member("kind", &kind, "What kind of thing was changed: toggle, runtime, override, table and others.")
        list.member("name", &name, "What was changed: the path of a feature and others.")
        list.member("old", &old, "Its earlier value; absent for the default, and where it had none.")
        list.member("new", &new, "Its new value; absent for the default.")
        list.member(
            "chain", &chain,
            "The SHA-256 digest of this row and of the digest before it, of 64 hexadecimal digits; the manual says how."
        )
    }
}
