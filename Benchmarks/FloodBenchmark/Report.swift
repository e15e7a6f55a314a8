import BenchmarkStage
import BenchmarkSupport
import EventLoop

/// Runs floods and prints their effect.
struct Report {
    private static let widths = [20, 9, 9, 9, 9, 9, 9, 11, 11]
    private static let probeMs = 4000
    private static let p99LimitMicros: Int64 = 20_000
    private static let p99LimitOfOperators: Int64 = 10_000
    private static let burstLimitMicros: Int64 = 50_000
    private static let memoryLimit = 128 << 20

    let runs: Int

    /// The result of one run of a flood; times in microseconds.
    private struct Run {
        let quiet: [Int64]
        let flooded: [Int64]
        /// *Units*: bytes more than the idle daemon has.
        let memory: Int
        /// *Units*: bytes by which memory grew in the second half, or during the abandoned calls.
        let growth: Int
        /// The number of abandoned calls, if they are counted.
        let abandoned: Int?
        let isAlive: Bool
    }

    /// *Returns*: the exit status, 1 if limits are checked and one was exceeded.
    func run(_ floods: [Flood], isChecking: Bool) throws -> Int32 {
        print("times in ms: the probe's calls without and with the flood, medians of \(runs) runs\n")
        line(["", "p50", "p99", "p50", "p99", "slowest", "calls", "MiB more", "MiB growth"])
        var failures = 0
        for flood in floods {
            let found = try (0..<runs).map { _ in try run(flood) }
            func median(_ value: (Run) -> Int64) -> Int64 { found.map(value).sorted()[runs / 2] }
            let p99 = median { $0.flooded[2] }
            let memory = median { Int64($0.memory) }
            let isAlive = found.allSatisfy(\.isAlive)
            let limit = flood.isForOperators ? Self.p99LimitOfOperators : Self.p99LimitMicros
            let isSlow = flood.isBurst ? median { $0.flooded[3] } > Self.burstLimitMicros : p99 > limit
            if isSlow || memory > Self.memoryLimit || !isAlive { failures += 1 }
            line([
                flood.rawValue, ms(median { $0.quiet[1] }), ms(median { $0.quiet[2] }), ms(median { $0.flooded[1] }),
                ms(p99), ms(median { $0.flooded[3] }), "\(median { $0.flooded[0] })", mib(memory),
                mib(median { Int64($0.growth) })
                    + (found[0].abandoned == nil ? "" : " by \(median { Int64($0.abandoned ?? 0) }) abandoned calls")
                    + (isAlive ? "" : "  the daemon died"),
            ])
        }
        print("\n\(failures) of \(floods.count) beyond the limits")
        return isChecking && failures > 0 ? 1 : 0
    }

    private func run(_ flood: Flood) throws -> Run {
        let loop = try Loop()
        let stage = try FloodStage(flood, loop: loop)
        let daemon = stage.daemon
        let isConnecting = flood.isForNewcomers
        let quiet = try stage.probe(milliseconds: 1000, connecting: isConnecting)
        let idle = daemon.resident
        // A flood with a fixed number of connections runs once before: later rounds reuse the memory that the first takes.
        if flood.connectionCount != nil { _ = try complete(flood, stage) }
        let (before, abandoned) = (daemon.resident, try flood.connectionCount.map { _ in try complete(flood, stage) })
        let settled = daemon.resident
        var floods: [ChildProcess] = []
        let users =
            flood == .crowd
            ? [FloodStage.floodUID] + (0..<8).map { FloodStage.firstSubordinate + $0 }
            : [Int](repeating: FloodStage.floodUID, count: flood.processCount)
        for uid in users { floods.append(try stage.start(flood, as: uid)) }
        // A burst is over soon, so its first moments must be measured.
        if !flood.isBurst { try daemon.pause(.milliseconds(500)) }
        let prober = flood.isForOperators ? 0 : FloodStage.probeUID
        var flooded = try stage.probe(milliseconds: Self.probeMs / 2, as: prober, connecting: isConnecting)
        let half = daemon.resident
        let second = try stage.probe(
            milliseconds: Self.probeMs / 2, as: flood == .crowd ? 0 : prober, connecting: isConnecting)
        // The result is the worse of the two halves.
        if second.count == 4, flooded.count == 4 {
            flooded = [flooded[0] + second[0]] + (1..<4).map { max(flooded[$0], second[$0]) }
        }
        let run = Run(
            quiet: padded(quiet), flooded: padded(flooded), memory: daemon.peak - idle,
            growth: abandoned == nil ? daemon.resident - half : settled - before, abandoned: abandoned,
            isAlive: !daemon.hasEnded)
        for flood in floods {
            flood.signalGroup(9)
            flood.close()
        }
        try stage.end()
        try loop.close()
        return run
    }

    /// Runs a flood that ends, and waits until the daemon has handled it; returns the number of abandoned calls.
    private func complete(_ flood: Flood, _ stage: FloodStage) throws -> Int {
        let before = try stage.callCount()
        let process = try stage.start(flood)
        process.onExit = { _ in stage.loop.stop() }
        stage.loop.run()
        process.close()
        try stage.daemon.pause(.seconds(1))
        // Each connection has sent calls ahead of the one that it did not wait for; reading the count is a call too.
        return (try stage.callCount() - before - 1) / (Flood.callsAhead + 1)
    }

    /// Replaces the result of a probe without any reply by the longest possible times.
    private func padded(_ numbers: [Int64]) -> [Int64] {
        numbers.count == 4 ? numbers : [0, .max / 4, .max / 4, .max / 4]
    }

    private func ms(_ micros: Int64) -> String { (Double(micros) / 1000).rounded(toPlaces: 2) }

    private func mib(_ bytes: Int64) -> String { (Double(bytes) / Double(1 << 20)).rounded(toPlaces: 1) }

    private func line(_ columns: [String]) {
        let padded = zip(columns, Self.widths).map { text, width in
            text + String(repeating: " ", count: max(1, width - text.utf8.count))
        }
        print(padded.joined())
    }
}
