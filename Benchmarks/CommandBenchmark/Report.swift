import BenchmarkStage
import BenchmarkSupport
import EventLoop
import HostSystem

/// Measures commands beside a client in C, and prints the times.
struct Report {
    /// What runs in each round, with the largest ratio to the first that passes `--check`.
    private struct Row {
        let name: String
        let words: [String]
        var limit: Double?
    }

    private static let widths = [34, 12, 12, 10, 10]
    private static let (url, uid) = ("t://l/rock", 65_530)

    private static let table = """
        scheme t
        feature Lists {
            action open {
                input list slug
                respond "Opening $(list)."
            }
            route list /l/$(list:slug) do open
        }

        """

    let rounds: Int
    /// The folder of the measured program; nil for that of this program.
    let folder: String?

    private static var ownFolder: String {
        CommandLine.arguments[0].split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .joined(separator: "/")
    }

    /// *Returns*: the exit status, 1 if limits are checked and one was not kept.
    func run(isChecking: Bool) throws -> Int32 {
        let loop = try Loop()
        let stage = try Stage(table: { _ in Self.table }, loop: loop)
        let rows = rows(socket: stage.socket)
        let times = try stage.until {
            let words = ["times", "\(rounds)", "DEEPLINKD_SOCKET=\(stage.socket)"] + rows.flatMap { ["--"] + $0.words }
            let numbers = try stage.numbers(of: words, program: "CommandRuns", as: Self.uid)
            guard numbers.count == 2 * rows.count else { throw StageError(description: "a command failed") }
            return numbers.map(Double.init)
        }
        try loop.close()
        let isKept = show(rows, times)
        if !isKept { print("\nbeyond a limit") }
        return isChecking && !isKept ? 1 : 0
    }

    private func rows(socket: String) -> [Row] {
        let tool = (folder ?? Self.ownFolder) + "/deeplinkctl"
        let call = #"{"method":"io.deeplinkd.Dispatch.Open","parameters":{"url":"\#(Self.url)"}}"#
        return [
            Row(name: "the call from a program in C", words: [Self.ownFolder + "/CommandRuns", "call", socket, call]),
            Row(name: "/bin/true", words: ["/bin/true"]),
            Row(name: "deeplinkctl --version", words: [tool, "--version"]),
            Row(name: "deeplinkctl open", words: [tool, "open", Self.url], limit: 3.2),
            Row(name: "deeplinkctl open --json", words: [tool, "open", "--json", Self.url], limit: 4.7),
        ]
    }

    /// Prints the table; returns whether every limit is kept.
    private func show(_ rows: [Row], _ times: [Double]) -> Bool {
        print("medians of \(rounds) rounds\n")
        line(["", "median ms", "p95 ms", "ratio", "limit"])
        var isKept = true
        for (index, row) in rows.enumerated() {
            let ratio = times[2 * index] / times[0]
            if let limit = row.limit, ratio > limit { isKept = false }
            line([
                row.name, Self.milliseconds(times[2 * index]), Self.milliseconds(times[2 * index + 1]),
                ratio.rounded(toPlaces: 2), row.limit?.rounded(toPlaces: 2) ?? "",
            ])
        }
        return isKept
    }

    private static func milliseconds(_ nanoseconds: Double) -> String { (nanoseconds / 1e6).rounded(toPlaces: 2) }

    private func line(_ columns: [String]) {
        let padded = zip(columns, Self.widths).map { text, width in
            text + String(repeating: " ", count: max(1, width - text.utf8.count))
        }
        print(padded.joined())
    }
}
