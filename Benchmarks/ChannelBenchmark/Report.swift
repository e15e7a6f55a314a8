import BenchmarkStage
import BenchmarkSupport
import EventLoop
import HostSystem

/// Runs the scenes and prints how fast links arrive.
struct Report {
    /// A group of every Linux system; the clients that hear all users' links are in it.
    private static let group = "daemon"
    private static let widths = [30, 12, 12, 12, 10]

    let runs: Int

    /// The numbers of one scene.
    private struct Measured {
        let linksPerSecond: Double
        /// *Units*: microseconds of the server's processor time for one link.
        let processorMicros: Double
        let replyBytes: Int
        let linkBytes: Int
        /// *Units*: milliseconds.
        let p99: Double
    }

    /// The numbers of one run, in which everything that is compared is measured.
    private struct Run {
        let scenes: [Scene: Measured]
        let fanOut: Measured

        /// How fast a scene is beside another.
        func ratio(_ scene: Scene, to other: Measured?) -> Double {
            (scenes[scene]?.linksPerSecond ?? 0) / max(other?.linksPerSecond ?? 1, 1)
        }
    }

    /// *Returns*: the exit status, 1 if limits are checked and one was not kept.
    func run(isChecking: Bool) throws -> Int32 {
        guard let group = try HostFacts.groupID(named: Self.group) else {
            throw StageError(description: "there is no group \(Self.group)")
        }
        let found = try (0..<runs).map { _ in try run(group: Int(group)) }
        func median(_ value: (Run) -> Double) -> Double { found.map(value).sorted()[runs / 2] }
        print("medians of \(runs) runs\n")
        line(["", "links/s", "CPU µs", "ratio", "limit"])
        func show(_ name: String, _ measured: (Run) -> Measured?, _ ratio: Double? = nil, _ limit: Double? = nil) {
            line([
                name, median { measured($0)?.linksPerSecond ?? 0 }.rounded(toPlaces: 0),
                median { measured($0)?.processorMicros ?? 0 }.rounded(toPlaces: 1),
                ratio.map { $0.rounded(toPlaces: 2) } ?? "", limit.map { $0.rounded(toPlaces: 2) } ?? "",
            ])
        }
        let one = median { $0.ratio(.one, to: $0.scenes[.open]) }
        let acknowledged = median { $0.ratio(.acknowledged, to: $0.scenes[.open]) }
        let inTurn = median { $0.ratio(.acknowledgedInTurn, to: $0.scenes[.openInTurn]) }
        let many = median { $0.ratio(.many, to: $0.fanOut) }
        show("16 senders, no channel") { $0.scenes[.open] }
        show("16, one subscriber", { $0.scenes[.one] }, one, 0.5)
        show("16, one that acknowledges", { $0.scenes[.acknowledged] }, acknowledged, 0.25)
        show("1 sender, no channel") { $0.scenes[.openInTurn] }
        show("1, one that acknowledges", { $0.scenes[.acknowledgedInTurn] }, inTurn, 0.25)
        show("fan-out in C, to 100") { $0.fanOut }
        show("100 subscribers", { $0.scenes[.many] }, many, 0.4)
        let quiet = median { $0.scenes[.quiet]?.p99 ?? 0 }
        let more = median { ($0.scenes[.slow]?.p99 ?? 0) - ($0.scenes[.quiet]?.p99 ?? 0) }
        print(
            "\np99 of ten subscribers: \(quiet.rounded(toPlaces: 2)) ms; beside one that reads nothing "
                + "\(more.rounded(toPlaces: 2)) ms more (limit 20)")
        let isKept = one >= 0.5 && acknowledged >= 0.25 && inTurn >= 0.25 && many >= 0.4 && more <= 20
        if !isKept { print("\nbeyond a limit") }
        return isChecking && !isKept ? 1 : 0
    }

    private func run(group: Int) throws -> Run {
        let loop = try Loop()
        let daemon = try Stage(table: { _ in Scene.table(group: Self.group) }, loop: loop)
        let scenes = try daemon.until {
            try Dictionary(
                uniqueKeysWithValues: Scene.allCases.map { ($0, try measure($0, daemon, group: group)) })
        }
        let (reply, link) = (scenes[.many]?.replyBytes ?? 1, scenes[.many]?.linkBytes ?? 1)
        let server = try Stage("FanOut", { [$1, "\(reply)", "\(link)"] }, loop: loop)
        let fanOut = try server.until { try measure(.many, server, group: group) }
        try loop.close()
        return Run(scenes: scenes, fanOut: fanOut)
    }

    private func measure(_ scene: Scene, _ server: Stage, group: Int) throws -> Measured {
        let before = server.processorMs
        let numbers = try server.numbers(
            of: ["client", scene.rawValue, server.socket], as: 0, groups: scene.hearAll ? [group] : [])
        guard numbers.count == 7, numbers[0] > 0, !server.hasEnded else {
            throw StageError(description: "\(scene.rawValue): no links arrived, or the server ended")
        }
        return Measured(
            linksPerSecond: Double(numbers[0]) / Double(numbers[1]) * 1_000_000,
            processorMicros: Double(server.processorMs - before) * 1000 / Double(numbers[2]),
            replyBytes: Int(numbers[3]), linkBytes: Int(numbers[4]), p99: Double(numbers[6]) / 1000)
    }

    private func line(_ columns: [String]) {
        let padded = zip(columns, Self.widths).map { text, width in
            text + String(repeating: " ", count: max(1, width - text.count))
        }
        print(padded.joined())
    }
}
