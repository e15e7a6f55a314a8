/// What a ledger's database has, and what is wrong with it.
package struct LedgerContents: WireObject, Equatable {
    package static let typeComment = "What the database of the facts has, and what is wrong with it."

    package var file = ""
    package var ledger: String?
    package var schema = 0
    package var bytes = 0
    package var isCopy = false
    package var changedMs: Int64?
    package var hasSums = false
    package var tables: [LedgerTableReport] = []
    package var isVerified = false
    package var faults: [String] = []

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("file", &file, "The path of the database.")
        list.member("ledger", &ledger, "The name of the ledger, of 32 digits; absent if the database does not say.")
        list.member("schema", &schema, "The version of its tables.")
        list.member("bytes", &bytes, "How many bytes the database and its log have.")
        list.member("copy", &isCopy, .unlessBlank, "Whether it is a backup that was not put in force yet.")
        list.member(
            "changedMs", &changedMs, "When it was changed last, in milliseconds since 1970 UTC; absent if never.")
        list.member(
            "sums", &hasSums, .unlessBlank,
            "Whether the sums of its rows are kept, by which a flipped bit in a row is found; not in earlier schemas.")
        list.member("tables", &tables, "Its tables.")
        list.member("verified", &isVerified, .unlessBlank, "Whether faults were looked for.")
        list.member(
            "faults", &faults, .unlessBlank,
            "What is wrong with it, as sentences for people without a full stop. Do not parse them.")
    }

    /// How many rows the tables have.
    package var rows: Int { tables.reduce(0) { $0 + $1.rows } }
}

/// One table of a ledger.
package struct LedgerTableReport: WireObject, Equatable {
    package static let typeComment = "One table of the database of the facts."

    package var name = ""
    package var rows = 0

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("name", &name, "Its name.")
        list.member("rows", &rows, "How many rows it has.")
    }
}
