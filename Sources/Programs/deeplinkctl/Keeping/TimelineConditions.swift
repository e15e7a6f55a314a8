import ArgumentParser
internal import Contract
internal import HostSystem

/// Which entries of a timeline a command takes.
struct TimelineConditions: ParsableArguments {
    @Option(
        help: ArgumentHelp("From this time on: 14:00, \"yesterday 14:05\", or 2h for two hours ago.", valueName: "time")
    )
    var since: String?
    @Option(help: ArgumentHelp("Up to this time.", valueName: "time"))
    var until: String?
    @Option(
        help: ArgumentHelp(
            "Links that this user opened, or that were opened for this user: a name or a number.", valueName: "user"))
    var user: String?
    @Option(help: ArgumentHelp("Links of this feature, and of those inside it.", valueName: "feature"))
    var feature: String?
    @Option(help: ArgumentHelp("Links with this code, or with one that begins so: blocked.", valueName: "code"))
    var code: String?
    @Option(help: ArgumentHelp("As many of the last entries, up to 10,000.", valueName: "count"))
    var last: Int64?

    func validate() throws {
        guard let last, !(0...10_000).contains(last) else { return }
        throw ValidationError("--last takes a number from 0 to 10000.")
    }

    /// Whether the command line has one.
    var isGiven: Bool { last != nil || [since, until, user, feature, code].contains { $0 != nil } }

    /// The request for these entries.
    ///
    /// - Parameter usualCount: how many of the last ones, where nothing is asked for; nil for all.
    ///
    /// *Throws*: misuse, where a time or a user is none.
    func request(usualCount: Int64?) throws -> GetTimeline {
        var request = GetTimeline()
        request.sinceMs = try Moment.option("--since", since)
        request.untilMs = try Moment.option("--until", until)
        request.uid = try user.map(Self.uid)
        (request.feature, request.code) = (feature, code)
        request.last = last ?? (isGiven ? nil : usualCount)
        return request
    }

    private static func uid(_ user: String) throws -> Int64 {
        if let number = UInt32(user) { return Int64(number) }
        guard let number = try HostFacts.userID(named: user) else {
            throw UsageError("this machine has no user \(UsageError.quoted(user))", help: "say a name or a number")
        }
        return Int64(number)
    }
}
