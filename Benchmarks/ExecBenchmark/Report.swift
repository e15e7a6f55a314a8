import BenchmarkStage
import BenchmarkSupport
import EventLoop
import HostSystem

/// Measures starts of `/bin/true` in several ways, and prints the rates.
struct Report {
    private static let webhook = "/usr/bin/webhook"
    private static let program = "/bin/true"
    private static let (connections, loops) = (16, 2)
    private static let milliseconds = 1500
    private static let widths = [34, 12, 12, 10]
    /// What `--check` allows: the recorded ratios are 0.1 higher and more.
    private static let (leastOfLoops, leastOfWebhook) = (0.5, 0.8)

    private static let table = """
        scheme t
        feature Programs {
            action run {
                exec \(program)
            }
            route run /run do run
        }

        """

    /// Starts in a second.
    private struct Run {
        let loops: Double
        let webhook: Double?
        let daemon: Double
        /// *Units*: microseconds of the daemon's own processor time for one start.
        let processorMicros: Double
    }

    let runs: Int

    /// *Returns*: the exit status, 1 if limits are checked and one was not kept.
    func run(isChecking: Bool) throws -> Int32 {
        let hasWebhook = try FileStatus.isAnythingThere(Self.webhook)
        if !hasWebhook { print("skipped: no comparison with webhook, since there is no \(Self.webhook)") }
        let found = try (0..<runs).map { _ in try run(hasWebhook: hasWebhook) }
        func median(_ value: (Run) -> Double) -> Double { found.map(value).sorted()[runs / 2] }
        let ofLoops = median { $0.daemon / $0.loops }
        let ofWebhook = median { run in run.webhook.map { run.daemon / $0 } ?? 0 }
        print("medians of \(runs) runs\n")
        line(["", "starts/s", "ratio", "limit"])
        line(["two loops of posix_spawn", median(\.loops).rounded(toPlaces: 0)])
        line(["exec, 16 clients", median(\.daemon).rounded(toPlaces: 0)])
        line(["  to the loops", "", ofLoops.rounded(toPlaces: 2), Self.leastOfLoops.rounded(toPlaces: 2)])
        if hasWebhook {
            line(["webhook, 16 clients", median { $0.webhook ?? 0 }.rounded(toPlaces: 0)])
            line(["  exec to webhook", "", ofWebhook.rounded(toPlaces: 2), Self.leastOfWebhook.rounded(toPlaces: 2)])
        }
        print(
            "\nprocessor time of the daemon itself: \(median(\.processorMicros).rounded(toPlaces: 0)) µs for one start")
        let isKept = ofLoops >= Self.leastOfLoops && (!hasWebhook || ofWebhook >= Self.leastOfWebhook)
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

    private func run(hasWebhook: Bool) throws -> Run {
        let loop = try Loop()
        let stage = try Stage(table: { _ in Self.table }, loop: loop)
        let run = try stage.until {
            let loops = try rate(["bare", Self.program, "\(Self.loops)", "\(Self.milliseconds)"], loop)
            let before = stage.processorMs
            let daemon = try load("calls", stage.socket, "t://run", loop)
            guard !stage.hasEnded else { throw StageError(description: "the daemon ended") }
            // The tenth of the time that is not counted is in it.
            let micros = Double(stage.processorMs - before) * 1000 / (daemon * Double(Self.milliseconds) / 1000 * 1.1)
            let webhook = hasWebhook ? try self.webhook(in: stage.folder, loop) : nil
            return Run(loops: loops, webhook: webhook, daemon: daemon, processorMicros: micros)
        }
        try loop.close()
        return run
    }

    private func load(_ kind: String, _ address: String, _ target: String, _ loop: Loop) throws -> Double {
        try rate([kind, address, target, "\(Self.connections)", "\(Self.milliseconds)"], loop)
    }

    /// Starts webhook and calls it; the hook answers with the output of its program, when the program has ended.
    private func webhook(in folder: String, _ loop: Loop) throws -> Double {
        let hooks = folder + "/hooks.json"
        if !(try FileStatus.isAnythingThere(hooks)) {
            let hook =
                #"[{"id":"run","execute-command":"\#(Self.program)","include-command-output-in-response":true}]"#
            try DurableFile.create(hooks, bytes: Array(hook.utf8))
        }
        let port = "\(20_000 + HostFacts.processID % 10_000)"
        let server = try ChildProcess(
            loop: loop,
            start: ProcessStart(
                program: Self.webhook, arguments: ["webhook", "-hooks", hooks, "-ip", "127.0.0.1", "-port", port],
                environment: HostFacts.environment, isRead: false))
        defer {
            server.onExit = { _ in loop.stop() }
            server.signalGroup(9)
            if server.exit == nil { loop.run() }
            server.close()
        }
        return try load("http", port, "/hooks/run", loop)
    }

    /// Runs the load to its end; what it prints is a count and microseconds.
    private func rate(_ arguments: [String], _ loop: Loop) throws -> Double {
        let ownFolder = CommandLine.arguments[0].split(separator: "/", omittingEmptySubsequences: false).dropLast()
        let path = (ownFolder + ["ExecLoad"]).joined(separator: "/")
        let process = try ChildProcess(
            loop: loop,
            start: ProcessStart(
                program: ResolvedPath.path(of: path) ?? path, arguments: ["ExecLoad"] + arguments, environment: [:])
        )
        var output: [UInt8] = []
        process.output?.startReading(
            { bytes in for index in bytes.indices { output.append(bytes[index]) } }, onEnd: { loop.stop() })
        var errors: [UInt8] = []
        process.errors?.startReading({ bytes in for index in bytes.indices { errors.append(bytes[index]) } }, onEnd: {})
        loop.run()
        process.close()
        let numbers = String(decoding: output, as: UTF8.self).split(whereSeparator: \.isWhitespace)
            .compactMap { Double($0) }
        guard numbers.count == 2, numbers[0] > 0, numbers[1] > 0 else {
            throw StageError(description: "\(arguments[0]): \(String(decoding: errors, as: UTF8.self))")
        }
        return numbers[0] * 1_000_000 / numbers[1]
    }
}
