import ArgumentParser
internal import Conf
internal import Contract
internal import HostSystem
internal import Routing

/// `audit`: prints who changed what.
struct AuditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "Show who changed switches, permissions, purchases, consents and tables; for operators.",
        discussion: """
            Example: deeplinkctl audit --since 2h

            The table in force must have the block `audit`. Rows have numbers without gaps, so a missing one was removed by \
            hand. With --format json each row is one line with its digest: an export that is kept elsewhere shows whether \
            rows were changed later. `deeplinkctl ledger verify` compares all digests.
            """)

    @OptionGroup var socket: SocketOption
    @OptionGroup var output: FormatOption
    @Option(
        help: ArgumentHelp(
            "Only changes from this time on: 2h or 3d for so long ago, 2026-03-01, or 2026-03-01T12:30:00Z.",
            valueName: "time"))
    var since: String?
    @Option(
        help: ArgumentHelp(
            "Only what this user changed, and changes of this user's facts: a name or a number.", valueName: "user"))
    var user: String?

    func run() throws {
        let (sinceMs, uid) = (try since.map(Self.time), try user.map(Self.number))
        let client = try DaemonClient(socket)
        var (after, isFirst): (Int64?, Bool) = (nil, true)
        var expected: Int64?
        repeat {
            let answer = try client.reply(
                to: ListAudit { ($0.after, $0.sinceMs, $0.uid) = (after, sinceMs, uid) })
            output.show(each: answer.rows) {
                if isFirst { Output.lines(Self.head(answer)) }
                // A choice of rows has gaps.
                if since == nil, user == nil { expected = expected ?? answer.first } else { expected = nil }
                Output.lines(Self.lines(answer.rows, &expected))
            }
            isFirst = false
            // An empty page is the last, even if it names a next one.
            after = answer.rows.isEmpty ? nil : answer.next
        } while after != nil
    }

    // MARK: Words

    private static func time(_ word: String) throws -> Int64 {
        if let ago = Quantity.duration(word) {
            return max(0, HostClock.wallMs - ago.wholeMilliseconds)
        }
        guard let time = UTCTime.milliseconds(of: word) else {
            throw ValidationError(
                "\(UsageError.quoted(word)) is no time: write 2h or 3d for so long ago, 2026-03-01, or "
                    + "2026-03-01T12:30:00Z.")
        }
        return time
    }

    private static func number(_ word: String) throws -> UInt32 {
        if let number = UInt32(word) { return number }
        guard let number = try HostFacts.userID(named: word) else {
            throw ValidationError("This machine has no user \(UsageError.quoted(word)).")
        }
        return number
    }

    // MARK: Lines

    private static func head(_ answer: ListAudit.Answer) -> [Line] {
        if answer.last == 0 { return ["nothing was changed yet"] }
        guard answer.first > 1 else { return [] }
        return [Line("rows 1 to \(answer.first - 1) were removed, because they are old or the oldest of too many")]
    }

    /// The rows, and a line where one is missing.
    private static func lines(_ rows: [AuditRowReport], _ expected: inout Int64?) -> [Line] {
        let lines = Columns.lines(rows.map(cells))
        return zip(rows, lines).flatMap { row, line -> [Line] in
            defer { expected = expected.map { _ in row.number + 1 } }
            guard let next = expected, row.number > next else { return [line] }
            return [Line("rows \(next) to \(row.number - 1) are missing", .bad), line]
        }
    }

    /// *Shape*: `12  2026-03-01T12:30:00Z  uid 1000  toggle Timer: default → on  uid:1000  deeplinkctl, pid 4711, a.scope`.
    private static func cells(_ row: AuditRowReport) -> [Line] {
        let origin = [row.program, row.pid.map { "pid \($0)" }, row.unit].compactMap(\.self)
        return [
            Line(String(row.number)), Line(UTCTime.text(ofMs: row.timeMs)), Line("uid \(row.uid)"),
            Line("\(row.kind) \(row.name): \(row.old ?? "default") → \(row.new ?? "default")"),
            Line(row.subject ?? "machine"),
            Line(origin.isEmpty ? row.method : origin.joined(separator: ", ")),
        ]
    }
}
