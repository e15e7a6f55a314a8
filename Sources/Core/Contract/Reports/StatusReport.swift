/// The state of the daemon.
///
/// `forAnyone` leaves out what only operators are told. Members that are optional here came with a later version.
package struct StatusReport: ReplyReport {
    package var version = ""
    package var tableRevision = ""
    package var stateRevision = ""
    package var routes = 0
    package var features = 0
    package var connections = 0
    package var calls = 0
    package var uptimeMs: Int64 = 0
    package var overridden = false
    package var files: [TableFileReport] = []
    package var profile: String?
    package var ledger: LedgerReport?
    package var overrides: [OverrideReport]?
    package var sources: [SourceReport]?
    package var leftovers: Int?
    package var dropped: Int?
    package var audience: Audience?
    package var table: TableReport?
    package var cache: CacheReport?
    package var interrupted: [InterruptedLinkReport]?
    package var undecided: Int?
    package var timelineFault: String?
    package var lostLines: Int?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("version", &version, "The daemon's version.")
        list.member("tableRevision", &tableRevision, "Which route table is in force; empty if none is.")
        list.member("stateRevision", &stateRevision, "Which state of the facts is in force.")
        list.member("routes", &routes, "How many routes the table has.")
        list.member("features", &features, "How many features the table declares.")
        list.member("connections", &connections, "Open connections: all of them for operators, your own otherwise.")
        list.member("calls", &calls, "Calls answered: all since the start for operators, your connection's otherwise.")
        list.member("uptimeMs", &uptimeMs, "How long the daemon has been running, in milliseconds.")
        list.member("overridden", &overridden, "Whether an operator has overridden facts, to try something out.")
        list.member("files", &files, "The files that the table was read from. None for anyone but operators.")
        list.member("profile", &profile, "production or development, as the table says.")
        list.member("ledger", &ledger, "Where facts are kept. For anyone but operators its state alone.")
        list.member("overrides", &overrides, "The facts that are overridden at the moment. For operators only.")
        list.member("sources", &sources, "The sources of facts that count for everybody. For operators only.")
        list.member("leftovers", &leftovers, "How many processes that programs left behind run. For operators only.")
        list.member(
            "dropped", &dropped, "How many oneway calls over a limit of their user were dropped. For operators only.")
        // A later daemon may have more audiences.
        var word = audience?.rawValue
        list.member("audience", &word, "For whom this was told: operator, or anyone.")
        audience = word.flatMap(Audience.init)
        list.member(
            "table", &table,
            "Whether the table that was read last is in force. For anyone but operators its state alone.")
        list.member("cache", &cache, "The answers that are kept; absent if no action has cache. For operators only.")
        list.member(
            "interrupted", &interrupted,
            "Links of actions with journal that a crash has interrupted and that no operator has acknowledged, the latest "
                + "first. For operators only.")
        list.member(
            "undecided", &undecided,
            "How many links have units reserved until an operator decides whether they are spent; absent for none. For "
                + "operators only.")
        list.member(
            "timelineFault", &timelineFault,
            "Why the timeline is not written to the disk, where the table says so. For operators only.")
        list.member(
            "lostLines", &lostLines,
            "How many lines of the log found no reader in time; absent for none. For operators only.")
    }
}
