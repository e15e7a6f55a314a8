/// The state of the route table: its revision, and if the table that was read last is in force.
package struct TableReport: WireObject, Equatable {
    /// What became of the table that was read last.
    package enum State: String, CaseIterable, Sendable, WireWord {
        /// It is in force.
        case current
        /// It has errors; an earlier one stays in force.
        case stale
        /// It has errors, and no table is in force: no link is opened.
        case invalid
    }

    package static let typeName = "TableState"
    package static let typeComment = "Whether the route table that was read last is in force."

    package var state = State.current
    package var asOfMs: Int64?
    package var errors: Int?
    package var firstError: DiagnosticReport?
    package var packages: [PackageReport]?
    package var warnings: Int?
    package var firstWarnings: [DiagnosticReport]?
    package var withheldBy: String?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member(
            "state", &state,
            """
            current, stale where the last reload failed and an earlier table stays in force, or invalid where there is no
            earlier one: then every link is pending.table.invalid.
            """)
        list.member("asOfMs", &asOfMs, "When it was read, in milliseconds since 1970 UTC.")
        list.member("errors", &errors, "How many errors it has; absent if none.")
        list.member("firstError", &firstError, "The first of them; Reload returns all.")
        list.member("packages", &packages, "The packages that are not in force as they were read; absent if none.")
        list.member("warnings", &warnings, "How many warnings the table in force has; absent if none.")
        list.member("firstWarnings", &firstWarnings, "The first of them, 20 at most; Reload returns all.")
        list.member(
            "withheldBy", &withheldBy,
            "Where user-instances no keeps this instance from the tables of the machine, as file:line; absent otherwise."
        )
    }
}
