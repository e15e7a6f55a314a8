internal import Contract
internal import Routing

extension ManualGroup {
    /// The types, in the order of the manual.
    static let types: [ManualGroup] = [ManualGroup("Types", ManualType.allCases.map(entry))]

    private static func entry(of type: ManualType) -> ManualEntry {
        let help = type.help
        let name = type == .set ? "set" : String(help.name.prefix { $0 != "(" })
        var entry = ManualEntry(.types, name, title: "`\(help.name)`", help.summary)
        entry.text = help.text
        entry.add("takes", list(help.taken))
        entry.add("refuses", list(help.refused))
        entry.example = help.example
        return entry
    }

    private static func list(_ texts: [String]) -> String {
        texts.map { text in
            text.isEmpty ? "the empty text" : text.count > 40 ? "\(text.count) characters" : "`\(text)`"
        }.joined(separator: ", ")
    }

    /// The limits that a table sets, then all others.
    static let limits: [ManualGroup] =
        [ManualGroup("Limits that a table may set", TableLimit.allCases.map(entry))]
        + LimitHelp.groups.map { group in ManualGroup(group.title, group.limits.map(entry)) }

    private static func entry(of limit: TableLimit) -> ManualEntry {
        let (summary, standard) = limit.help
        var entry = ManualEntry(.limits, limit.rawValue, title: "`limit \(limit.rawValue)`", summary)
        entry.forms = ["limit \(limit.rawValue) NUMBER"]
        entry.add("default", standard)
        entry.add("bounds", "\(limit.range.lowerBound) to \(limit.range.upperBound)")
        entry.example = "limit \(limit.rawValue) \(limit.range.upperBound)"
        return entry
    }

    private static func entry(of limit: LimitHelp) -> ManualEntry {
        var entry = ManualEntry(.limits, limit.member, title: limit.subject, limit.amount)
        entry.add("beyond", limit.beyond)
        entry.add("table", limit.setting.map { "`limit \($0.rawValue)`" })
        return entry
    }
}
