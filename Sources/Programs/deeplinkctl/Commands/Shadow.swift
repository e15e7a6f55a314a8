import ArgumentParser
internal import Conf
internal import Contract

/// `shadow`: prints how a second table would have decided the links of this one.
struct ShadowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shadow",
        abstract: "Show how a second table would decide the links that the daemon gets; for operators.",
        discussion: """
            Example: deeplinkctl shadow --format json

            The table in force names the second one with a line such as `shadow routes.next`. That one decides every link \
            too and performs nothing. Kinds of difference come in the order of their links, each with what both tables say, \
            and with one link as an example, secrets masked. Counting begins anew when either table changes.

            Exit status: 0 if all links are decided alike, 10 if some are not, 1 if no table is compared.
            """)

    /// That links differ.
    private static let differs: Int32 = 10

    @OptionGroup var socket: SocketOption
    @OptionGroup var output: FormatOption

    func run() throws {
        let client = try DaemonClient(socket)
        let parameters = try client.parameters(of: CompareTables())
        let report = try ShadowReport(reply: parameters)
        if output.format == .json { Output.json(parameters) }
        guard let file = report.file else {
            throw ToolFailure("no line `shadow` of the table in force names a second table")
        }
        guard report.tableRevision != nil else {
            let advice = "`\(client.next.text(["status"]))` says why"
            throw ToolFailure("no link is compared, because the table with \(file) cannot be used; \(advice)")
        }
        if output.format == .text { Output.lines(Self.lines(report, file)) }
        if report.differing > 0 { throw ExitCode(Self.differs) }
    }

    private static func lines(_ report: ShadowReport, _ file: String) -> [Line] {
        let since = report.sinceMs.map { " since \(UTCTime.text(ofMs: $0))" } ?? ""
        let kinds = report.kinds == 1 ? "1 kind" : "\(grouped(report.kinds)) kinds"
        let links = "\(grouped(report.links)) link\(report.links == 1 ? "" : "s") compared"
        let differing = "\(kinds) of difference in \(grouped(report.differing)) of them"
        let result = report.differing == 0 ? "no difference" : differing
        let head = [Line("\(links), \(result)"), Line("second table: \(file)\(since)")]
        guard report.differing > 0 else { return head }
        let titles = ["links", "changed", "now", "then", "example"].map { Line($0) }
        var lines = head + [""] + Columns.lines([titles] + report.differences.map(row))
        let left = report.kinds - report.differences.count
        if left > 0 { lines.append(Line("\(DiagnosticSummary.count(left, "kind")) with fewer links left out")) }
        if report.others > 0 {
            lines.append(Line("\(grouped(report.others)) links differ in further ways that are not told apart"))
        }
        return lines
    }

    private static func row(_ difference: ShadowDifference) -> [Line] {
        let changed = difference.changed.map { change in
            change == .inputs ? "inputs \(difference.inputs.joined(separator: " "))" : change.rawValue
        }
        let showsConditions = difference.changed.contains(.conditions)
        return [
            Line(grouped(difference.links)), Line(changed.joined(separator: ", ")),
            Line(text(difference.now, besides: showsConditions ? difference.then.conditions : nil)),
            Line(text(difference.then, besides: showsConditions ? difference.now.conditions : nil)),
            Line(difference.example ?? ""),
        ]
    }

    /// *Shape*: `lists Podcasts.open, require toggle off`.
    ///
    /// - Parameter others: the conditions of the other table, of which none is shown; nil to show no condition.
    private static func text(_ destination: ShadowedDestination, besides others: [String]?) -> String {
        let conditions = others.map { others in destination.conditions.filter { !others.contains($0) } } ?? []
        let place = [destination.code, destination.route, destination.action].compactMap(\.self).joined(separator: " ")
        return ([place] + conditions).joined(separator: ", ")
    }

    /// *Shape*: `1,204`.
    private static func grouped(_ number: Int) -> String {
        let digits = String(number)
        return digits.enumerated().map { place, digit in
            (place > 0 && (digits.count - place) % 3 == 0 ? "," : "") + String(digit)
        }.joined()
    }
}
