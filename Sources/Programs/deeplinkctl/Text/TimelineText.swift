// The timeline for people, a line for each entry:
//
//     2026-03-01
//     14:03:22.187  anna   12 ms  ssPPPPP    ok.performed            play  Player.start(episode)  0f2p7rmd41qkg
//     14:03:23.002  anna       …             begins                  play  Player.start(episode)
//
// The bar grows by two cells for ten times the time, since links take from microseconds to days, and its letters show for
// what: s for sources, w until what blocked it was lifted, q in the queue, P for the action, and - for the rest.

internal import Conf
internal import Contract
internal import HostSystem

/// Makes the lines of entries; columns only grow, since entries may come one after the other.
struct TimelineText {
    /// *Units*: cells of the longest bar.
    private static let barWidth = bounds.count + 1
    /// *Units*: microseconds; a longer time has one cell more.
    private static let bounds: [Int64] = [
        10, 32, 100, 316, 1000, 3162, 10_000, 31_623, 100_000, 316_228, 1_000_000, 3_162_278, 10_000_000,
    ]
    private var date = ""
    private var widths: [Int] = [12, 4, 7, barWidth, 12, 4, 4]
    private var names: [Int64: String] = [:]

    /// Says what the letters of bars mean.
    static let legend = Line(
        "bar: s sources, w waited until unblocked, q queue, P action, - the rest; 2 cells for 10 times the time", .aside
    )

    init() {}

    /// The lines of some entries.
    ///
    /// - Parameter hidesBegun: whether a beginning is left out whose end is among them too.
    mutating func lines(_ entries: [TimelineEntryReport], hidesBegun: Bool) -> [Line] {
        let ended = Set(entries.lazy.filter { $0.kind == .ended }.compactMap(\.link))
        let shown = entries.filter { entry in
            !hidesBegun || entry.kind != .began || entry.missing != nil || !ended.contains(entry.link ?? 0)
        }
        // All of them have the same columns.
        for entry in shown where entry.kind != .started { measure(cells(entry)) }
        var lines: [Line] = []
        for entry in shown {
            if let missing = entry.missing { lines.append(Self.gap(missing)) }
            lines += self.lines(entry)
        }
        return lines
    }

    private static func gap(_ missing: Int64) -> Line {
        let what = missing == 1 ? "entries are missing here" : "at least \(missing) entries are missing here"
        return Line("  … ", .doubtful) + Line(what, .doubtful)
    }

    private mutating func lines(_ entry: TimelineEntryReport) -> [Line] {
        let time = LocalTime.fields(ofMs: entry.atMs)
        let day = "\(time.year)-\(time.month.digits(2))-\(time.day.digits(2))"
        let head: [Line] = day == date ? [] : [Line(day, .name)]
        date = day
        let clock =
            "\(time.hour.digits(2)):\(time.minute.digits(2)):\(time.second.digits(2))."
            + (max(0, entry.atMs) % 1000).digits(3)
        guard entry.kind != .started else {
            return head + [Line(clock, .aside) + Line("  the daemon began to note links", .aside)]
        }
        return head + [row([Line(clock)] + cells(entry))] + Self.values(entry)
    }

    /// What stands behind the time.
    private mutating func cells(_ entry: TimelineEntryReport) -> [Line] {
        let code = entry.code ?? ""
        let result =
            entry.kind == .ended
            ? Line(code, Paint(ofCode: code))
            : Line(code == OutcomeCode.okWouldPerform.rawValue ? "begins" : "waits: \(code)", .aside)
        return [
            Line(who(entry)), Line(Self.time(entry)), Line(Self.bar(entry), .label), result,
            Line(entry.route ?? "-"), Line(Self.action(entry)), Line(entry.outcomeId ?? "", .aside),
        ]
    }

    private mutating func measure(_ cells: [Line]) {
        for (place, cell) in cells.enumerated() where place + 1 < widths.count {
            widths[place + 1] = max(widths[place + 1], cell.width)
        }
    }

    private func row(_ cells: [Line]) -> Line {
        var line = Line("")
        for (place, cell) in cells.enumerated() {
            if place > 0 { line = line + "  " }
            guard place < widths.count else {
                line = line + cell
                continue
            }
            let blanks = String(repeating: " ", count: max(0, widths[place] - cell.width))
            // Times have their units below each other.
            line = place == 2 ? line + Line(blanks) + cell : line + cell + Line(blanks)
        }
        return line.trimmed.hanging(at: 14)
    }

    private mutating func who(_ entry: TimelineEntryReport) -> String {
        guard let uid = entry.uid else { return "-" }
        let caller = name(uid)
        guard let subject = entry.subject else { return caller }
        let other = subject.hasPrefix("uid:") ? Int64(subject.dropFirst(4)).map { name($0) } ?? subject : subject
        return "\(caller) for \(other)"
    }

    /// The name of a user, looked up once.
    private mutating func name(_ uid: Int64) -> String {
        if let name = names[uid] { return name }
        // ignored: who has no name on this machine is shown by the number.
        let account = UInt32(exactly: uid).flatMap { try? HostFacts.account(of: $0) } ?? nil
        let name = account?.name ?? "uid \(uid)"
        names[uid] = name
        return name
    }

    // MARK: Times

    private static func time(_ entry: TimelineEntryReport) -> String {
        guard let us = entry.totalUs else { return "…" }
        if us < 1000 { return "\(us) µs" }
        if us < 10_000 { return "\(us / 1000).\(us % 1000 / 100) ms" }
        if us < 1_000_000 { return "\(us / 1000) ms" }
        if us < 60_000_000 { return "\(us / 1_000_000).\(us % 1_000_000 / 100_000) s" }
        return TimeText.text(ofMilliseconds: us / 1000)
    }

    /// *Shape*: `sPPPP-`.
    private static func bar(_ entry: TimelineEntryReport) -> String {
        guard let total = entry.totalUs, total > 0 else { return "" }
        let cells = 1 + bounds.prefix { $0 < total }.count
        let stages: [(mark: Character, us: Int64)] = [
            ("s", entry.sourcesUs ?? 0), ("w", entry.waitedUs ?? 0), ("q", entry.queuedUs ?? 0),
            ("P", entry.performedUs ?? 0),
        ]
        var bar = ""
        var sum: Int64 = 0
        for stage in stages where stage.us > 0 {
            sum += stage.us
            let end = Int((Double(min(sum, total)) / Double(total) * Double(cells)).rounded())
            bar += String(repeating: stage.mark, count: max(0, end - bar.count))
        }
        return bar + String(repeating: "-", count: max(0, cells - bar.count))
    }

    // MARK: Names

    /// *Shape*: `Player.start(episode)`; `-` where no action was found.
    private static func action(_ entry: TimelineEntryReport) -> String {
        guard let feature = entry.feature else { return "-" }
        let inputs = entry.inputs.isEmpty ? "" : "(\(entry.inputs.joined(separator: ", ")))"
        return entry.action.map { "\(feature).\($0)\(inputs)" } ?? feature
    }

    private static func values(_ entry: TimelineEntryReport) -> [Line] {
        guard !entry.values.isEmpty else { return [] }
        let texts = entry.values.map { "\($0.name)=\($0.value.text ?? JSONText.text(of: $0.value))" }
        return [Line("              " + texts.joined(separator: "  "), .aside).hanging(at: 14)]
    }
}
