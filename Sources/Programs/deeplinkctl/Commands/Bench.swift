import ArgumentParser
internal import BenchmarkSupport
internal import Contract

/// `bench`: measures the cost of links on this machine.
struct Bench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Measure the time to parse links and, with a table, to decide on them; performs nothing.",
        discussion: """
            Example: deeplinkctl bench -f routes.conf podcast://favourites/rock

            Without -f and --socket only parsing is measured. A time is the median of many short passes. A ratio compares it with \
            the time of \(Stopwatch.referenceBytes) dependent multiplications, measured next to each pass: between runs and \
            machines compare ratios, not times. Exit status: 0, or 3 if a text is not a link; its time is measured up to \
            the refusal.
            """)

    @Option(
        name: [.customShort("f"), .customLong("file")],
        help: ArgumentHelp(
            "A route table to decide with; may be repeated, and - reads standard input.", valueName: "routes.conf"),
        completion: .file(extensions: ["conf"]))
    var paths: [String] = []
    @OptionGroup var socket: TableInForceOption
    @Option(
        name: .customLong("links"),
        help: ArgumentHelp(
            "Measure the links of a file together, one per line; - reads standard input.", valueName: "FILE"))
    var list: String?
    @OptionGroup var output: FormatOption
    @Argument(help: "The URLs; each is measured separately.")
    var urls: [String] = []

    func validate() throws {
        if urls.isEmpty == (list == nil) { throw ValidationError("Either name URLs or use --links.") }
        try table.validate()
        try socket.validate(besides: table)
        if paths.contains("-"), list == "-" {
            throw ValidationError("Standard input cannot be both the table and the links.")
        }
    }

    func run() throws {
        let ruleset = table.isGiven || socket.path != nil ? try socket.load(or: table) : nil
        let lists = try list.map { [try Self.links(in: $0)] } ?? urls.map { [$0] }
        if output.format == .text { Output.line(Line(Self.heading(ruleset != nil))) }
        var areLinks = true
        for links in lists {
            let times = LinkTimes(links, in: ruleset, Stopwatch())
            if times.refusedCount > 0 { areLinks = false }
            let url = list == nil ? links.first : nil
            output.show(Self.report(times, url), line: Line(Self.line(times, url, ruleset != nil)))
        }
        if !areLinks { throw ExitCode(3) }
    }

    private var table: TableOption {
        var table = TableOption()
        (table.named, table.root, table.instance) = (paths, nil, nil)
        return table
    }

    private static func links(in path: String) throws -> [String] {
        var links: [String] = []
        try Input.forEachLine(of: path) { number, text in
            guard let text else {
                throw ToolFailure("line \(number) of \(path == "-" ? "standard input" : path) \(Input.notUTF8)")
            }
            if !text.isEmpty { links.append(text) }
        }
        guard !links.isEmpty else { throw ToolFailure("there is no link in \(path)") }
        return links
    }

    // MARK: Text

    private static func heading(_ hasTable: Bool) -> String {
        let decision = hasTable ? row(["match ns", "ratio", "decide ns", "ratio"]) : ""
        return row(["bytes", "parse ns", "ns/byte", "ratio"]) + decision + "  link"
    }

    private static func line(_ times: LinkTimes, _ url: String?, _ hasTable: Bool) -> String {
        let parsing = [
            String(times.byteCount), times.parse.nanoseconds.rounded(toPlaces: 1),
            times.parseNanosecondsPerByte.rounded(toPlaces: 2), times.parse.ratio.rounded(toPlaces: 2),
        ]
        let decisions = (hasTable ? [times.match, times.decide] : []).flatMap { measured in
            [measured?.nanoseconds.rounded(toPlaces: 1) ?? "-", measured?.ratio.rounded(toPlaces: 2) ?? "-"]
        }
        let cells = row(parsing + decisions)
        let name = url ?? "one of \(times.linkCount)"
        guard let refusal = times.refusal else { return cells + "  " + name }
        let count = url == nil ? "\(times.refusedCount) refused, first " : ""
        return cells + "  " + name + "  ✗ " + count + refusal.rawValue
    }

    private static func row(_ cells: [String]) -> String {
        cells.map { String(repeating: " ", count: max(1, 10 - $0.utf8.count)) + $0 }.joined()
    }

    // MARK: JSON

    private static func report(_ times: LinkTimes, _ url: String?) -> JSONObject {
        [
            "links": times.linkCount, "url": url, "bytes": times.byteCount, "refused": times.refusedCount,
            "code": times.refusal?.rawValue, "parse": report(times.parse, perByte: times.parseNanosecondsPerByte),
            "match": times.match.map { report($0) }, "decide": times.decide.map { report($0) },
        ]
    }

    private static func report(_ measured: Measurement, perByte: Double? = nil) -> JSONObject {
        ["ns": number(measured.nanoseconds), "nsPerByte": perByte.map(number), "ratio": number(measured.ratio)]
    }

    private static func number(_ value: Double) -> Value {
        let text = value.rounded(toPlaces: 3)
        return text == "?" ? .null : .number(literal: text)
    }
}
