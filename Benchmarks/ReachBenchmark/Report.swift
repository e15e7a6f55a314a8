import BenchmarkStage
import BenchmarkSupport
import EventLoop
import HostSystem

/// Measures calls of a service without and with the daemon in between, and prints the rates.
struct Report {
    private static let (connections, milliseconds) = (16, 1500)
    private static let widths = [38, 12, 10, 10]
    /// What `--check` allows.
    private static let least = 0.3

    let runs: Int

    /// *Returns*: the exit status, 1 if limits are checked and one was not kept.
    func run(isChecking: Bool) throws -> Int32 {
        var ratios: [Double] = []
        var rates: [(direct: Double, link: Double)] = []
        for _ in 0..<runs {
            let run = try varlink()
            rates.append(run)
            ratios.append(run.link / run.direct)
        }
        func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
        print("medians of \(runs) runs, \(Self.connections) clients\n")
        line(["", "calls/s", "ratio", "limit"])
        line(["Varlink, direct", median(rates.map(\.direct)).rounded(toPlaces: 0)])
        line([
            "varlink of a link", median(rates.map(\.link)).rounded(toPlaces: 0), median(ratios).rounded(toPlaces: 2),
            Self.least.rounded(toPlaces: 2),
        ])
        let isKept = median(ratios) >= Self.least
        if !isKept { print("\nbeyond a limit") }
        return isChecking && !isKept ? 1 : 0
    }

    private func line(_ columns: [String]) {
        let padded = zip(columns, Self.widths).map { text, width in
            text + String(repeating: " ", count: max(1, width - text.utf8.count))
        }
        print(padded.joined())
    }

    // MARK: One run

    private func varlink() throws -> (direct: Double, link: Double) {
        let loop = try Loop()
        let service = try Stage(
            "Echo", { [$1, $0 + "/reply"] }, files: { _ in ["reply": #"{"parameters":{"title":"Dune"}}"# + "\0"] },
            loop: loop)
        let rates = try service.until {
            let direct = try rate(
                service, #"{"method":"io.example.Player.Play","parameters":{"episode":7}}"#, expecting: "Dune")
            let daemon = try Stage(table: { _ in Self.table(service.socket) }, loop: loop)
            let link = try daemon.until {
                try rate(
                    daemon, #"{"method":"io.deeplinkd.Dispatch.Open","parameters":{"url":"t://play/7"}}"#,
                    expecting: #""class":"ok""#)
            }
            return (direct, link)
        }
        try loop.close()
        return rates
    }

    private static func table(_ service: String) -> String {
        """
        scheme t
        feature Player {
            action play {
                input episode uint
                varlink unix:\(service) io.example.Player.Play episode=$(episode)
                result {
                    title string
                }
            }
            route play /play/$(episode:uint) do play
        }

        """
    }

    /// Calls in a second.
    private func rate(_ stage: Stage, _ call: String, expecting text: String) throws -> Double {
        let numbers = try stage.numbers(
            of: [
                "--socket", stage.socket, "--connections", "\(Self.connections)", "--milliseconds",
                "\(Self.milliseconds)", "--warm-up", "200", "--expect", text, call,
            ], program: "Caller", as: 0)
        guard numbers.count >= 4, numbers[0] > 0, numbers[1] == 0, numbers[2] == 0, numbers[3] > 0 else {
            throw StageError(description: "the calls were not all answered: \(numbers)")
        }
        return Double(numbers[0]) * 1_000_000 / Double(numbers[3])
    }
}
