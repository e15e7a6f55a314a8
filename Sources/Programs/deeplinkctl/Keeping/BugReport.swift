// What is put together for a bug report:
//
//     versions, the host                      of this program
//     status, check, ledger, limits           asked of the daemon; what it refuses is named in `missing`
//     timeline, metrics                       the same
//     table, log                              only where they are asked for
//
// Each part is masked when it is added (ReportMask.swift), so that no part can be forgotten.

internal import Conf
internal import Contract
internal import HostSystem
internal import Routing
internal import SQLite
internal import Tables

/// The parts of a bug report.
struct BugReport {
    private let environment: [String: String]
    private let mask: ReportMask
    private var members: [Value.Member] = []
    private var missing: [Value] = []

    /// *Units*: lines of the journal, and seconds to read them.
    private static let (logLines, logTime) = (200, Duration.seconds(20))

    init(_ environment: [String: String]) {
        (self.environment, mask) = (environment, ReportMask(home: environment["HOME"]))
    }

    /// The whole report.
    var document: Value { .object(members + [Value.Member("missing", .array(missing))]) }

    // MARK: Parts

    /// Adds the versions and the host.
    mutating func addHost() {
        add("madeAt") { .string(UTCTime.text(ofMs: HostClock.wallMs)) }
        let host = HostFacts.platforms.sorted { $0.key < $1.key }.map { Value.Member($0.key, .string($0.value)) }
        let libraries = HostFacts.libraryFiles.sorted { $0.key < $1.key }.map { name, files in
            Value.Member(name, .array(files.map { .string($0) }))
        }
        add("tool") {
            .object([
                Value.Member("version", .string(Version.text)),
                Value.Member("sqlite", .string(SQLiteLibrary.version)),
            ])
        }
        add("host") { .object(host + [Value.Member("libraries", .object(libraries))]) }
    }

    /// Adds what the daemon tells; where none answers, what the installed table says by itself.
    mutating func addDaemon(_ socket: SocketOption, entries: Int64) {
        let environment = environment
        var client: DaemonClient?
        add("daemon") {
            let connected = try DaemonClient(socket)
            client = connected
            return .object([
                Value.Member("socket", .string(connected.path)),
                Value.Member("instance", .string(Self.instance(at: connected.path, environment))),
            ])
        }
        guard let client else { return addInstalledTable() }
        add("status") { try client.parameters(of: GetStatus()) }
        add("check") { try client.parameters(of: CheckTable()) }
        add("limits") { Self.limits(of: try TableInForce.load(client)) }
        add("ledger") { try client.parameters(of: InspectLedger()) }
        // A stream that is left early occupies its connection.
        add("timeline") { try Self.timeline(try DaemonClient(socket), entries) }
        add("metrics") { .array(try MetricsCommand.text(.prometheus, socket).split(separator: "\n").map(Value.line)) }
    }

    private mutating func addInstalledTable() {
        add("check") {
            let source = Self.installed.judgedSource(isForThisMachine: true)
            let judgement = source.judge(
                try source.readForTool(isNamed: true).set, warnsOfHiddenRoutes: false, allowsPrograms: true,
                allowsNetwork: true)
            let report = CheckReport(judgement.result, findings: [])
            let told: JSONObject = [
                "tableRevision": report.tableRevision, "routes": report.routes, "features": report.features,
                "errors": report.errors, "warnings": report.warnings, "diagnostics": report.diagnostics,
            ]
            return try JSONText.value(of: JSONText.text(of: told))
        }
    }

    /// Adds the texts of the table in force, or of the installed one.
    mutating func addTable(_ socket: SocketOption) {
        let tableMask = TableMask()
        add("table") {
            let client = try? DaemonClient(socket)
            let set = try client.map(TableInForce.set) ?? Self.installed.read().set
            return .array(
                set.texts.map { text in
                    let lines = String(decoding: text.bytes, as: UTF8.self)
                        .split(separator: "\n", omittingEmptySubsequences: false)
                    return .object([
                        Value.Member("file", .string(text.name)),
                        Value.Member("lines", .array(lines.map { .string(tableMask.masked(String($0))) })),
                    ])
                })
        }
    }

    /// Adds the daemon's last lines in the journal.
    mutating func addLog() {
        let environment = environment
        add("log") {
            let path = environment["PATH"] ?? "/usr/bin:/bin"
            guard let program = CapturedProgram.find("journalctl", in: path) else {
                throw ToolFailure("there is no journalctl")
            }
            let words = [
                program, "--no-pager", "--quiet", "--output=short-iso", "--identifier=deeplinkd",
                "--lines=\(Self.logLines)",
            ]
            let run = try CapturedProgram(words, environment: environment, within: Self.logTime)
            guard run.end == .code(0) else { throw ToolFailure("the journal cannot be read") }
            return .array(String(decoding: run.output, as: UTF8.self).split(separator: "\n").map(Value.line))
        }
    }

    /// Adds a part, or why it is missing.
    private mutating func add(_ name: String, _ part: () throws -> Value) {
        do {
            members.append(Value.Member(name, mask.masked(try part())))
        } catch {
            let reason = mask.masked(ToolFailure.sentence(of: error))
            missing.append(
                .object([Value.Member("part", .string(name)), Value.Member("reason", .string(reason))]))
        }
    }

    // MARK: What is in them

    /// The tables that this user's daemon reads.
    private static var installed: TableOption {
        var table = TableOption()
        (table.named, table.root, table.instance) = ([], nil, nil)
        return table
    }

    private static func instance(at path: String, _ environment: [String: String]) -> String {
        switch path {
        case SocketLocations.system: Instance.system.rawValue
        case SocketLocations.user(environment: environment): Instance.user.rawValue
        default: "other"
        }
    }

    private static func limits(of ruleset: Ruleset) -> Value {
        let (link, serving) = (ruleset.linkLimits, ruleset.servingLimits)
        let values: [(TableLimit, Int?)] = [
            (.url, link.urlBytes), (.segments, link.segments), (.items, link.queryItems),
            (.connections, serving.connections), (.connectionsPerUser, serving.connectionsPerUser),
            (.callsPerSecond, serving.callsPerSecond),
        ]
        return .object(
            values.compactMap { limit, value in value.map { Value.Member(limit.rawValue, .integer(Int64($0))) } })
    }

    private static func timeline(_ client: DaemonClient, _ count: Int64) throws -> Value {
        var entries: [Value] = []
        try client.stream(GetTimeline { $0.last = count }) { answer in
            for entry in answer.entries { entries.append(try JSONText.value(of: JSONText.text(of: entry))) }
            return !answer.entries.isEmpty
        }
        return .array(entries)
    }
}

extension Value {
    /// A line of a text.
    fileprivate static func line(_ text: Substring) -> Value { .string(String(text)) }
}
