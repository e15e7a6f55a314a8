// What the manual says of the limits that a link, a table, a caller or an operator can meet: how much it is, and what
// happens beyond it. Each has the name of the member of `Limits` that holds the number, which a test compares with all
// members. For example:
//
//     LimitHelp("connectionsPerUser", .count(Limits.connectionsPerUser), "connections of one user", "another is closed")

internal import Contract
package import Routing

/// One limit.
package struct LimitHelp: Sendable {
    /// The member of `Limits` that it is.
    package let member: String
    /// The limit with its unit: `64 KiB`, `10 s`, `512`.
    package let amount: String
    /// What is limited, as part of a sentence.
    package let subject: String
    /// What happens beyond it, as part of a sentence.
    package let beyond: String
    /// The word behind `limit`, with which a table sets it; nil for a limit that no table sets.
    package let setting: TableLimit?

    init(
        _ member: String, _ amount: LimitAmount, _ subject: String, _ beyond: String, setting: TableLimit? = nil
    ) {
        (self.member, self.amount, self.subject, self.beyond) = (member, amount.text, subject, beyond)
        self.setting = setting
    }

    /// All limits, group by group.
    package static let groups: [(title: String, limits: [LimitHelp])] = [
        ("Links", URLLimits.all), ("Tables", LanguageLimits.all), ("Routes and actions", ActionTexts.all),
        ("Connections and calls", CallLimits.all), ("Facts and permissions", FactLimits.all),
        ("Channels", ChannelLimits.all), ("Licences", LicenceLimits.all), ("The ledger", LedgerLimits.all),
    ]
}

/// A number with its unit.
enum LimitAmount {
    case count(Int)
    case bytes(Int)
    case time(Duration)

    /// As people write it: `8,192`, `64 KiB`, `10 s`.
    var text: String {
        switch self {
        case .count(let count): Self.grouped(count)
        case .bytes(let bytes):
            switch bytes {
            case _ where bytes >= 1 << 20 && bytes % (1 << 20) == 0: "\(bytes >> 20) MiB"
            case _ where bytes >= 1 << 14 && bytes % (1 << 10) == 0: "\(bytes >> 10) KiB"
            default: Self.grouped(bytes) + " bytes"
            }
        case .time(let time): Self.text(of: time)
        }
    }

    private static func text(of time: Duration) -> String {
        let (seconds, rest) = time.components
        guard rest == 0 else { return "\(seconds * 1000 + rest / 1_000_000_000_000_000) ms" }
        if seconds == 3600 { return "1 hour" }
        for (unit, length) in [("days", Int64(86_400)), ("hours", 3600), ("minutes", 60)]
        where seconds % length == 0 && seconds / length > 1 {
            return "\(seconds / length) \(unit)"
        }
        return "\(seconds) s"
    }

    private static func grouped(_ count: Int) -> String {
        let digits = Array(String(count))
        return digits.enumerated().map { index, digit in
            (index > 0 && (digits.count - index) % 3 == 0 ? "," : "") + String(digit)
        }.joined()
    }
}

extension TableLimit {
    /// What `limit NAME VALUE` changes, as a sentence; and the number without it.
    package var help: (summary: String, standard: String) {
        switch self {
        case .url: ("Is the longest URL, in bytes.", "\(Limits.urlBytes)")
        case .segments: ("Is the number of segments of a path.", "\(Limits.segments)")
        case .items: ("Is the number of items of a query, parted by `&`.", "\(Limits.queryItems)")
        case .width:
            (
                "Is the width of the table: how many alternatives a link may have at one segment.",
                "4096; the table is refused beyond it, and `check` warns above 64"
            )
        case .connections: ("Is the number of connections at once, of all users.", "\(Limits.connections)")
        case .connectionsPerUser:
            ("Is the number of connections at once of one user.", "\(Limits.connectionsPerUser)")
        case .callsPerSecond: ("Is the number of calls of one user in a second.", "any number")
        }
    }
}
