import ArgumentParser
internal import Authoring
internal import HostSystem
internal import Routing

/// The options of `test --mutate`.
struct MutationOptions: ParsableArguments {
    @Flag(
        name: .customLong("mutate"),
        help: "Change the table in one thing at a time, and list each change that no case notices.")
    var isOn = false
    @Option(
        name: .customLong("time-limit"),
        help: ArgumentHelp("With --mutate: end after this time, as in 30s.", valueName: "TIME"))
    var timeLimit: String?
    @Option(
        name: .customLong("most-mutants"),
        help: ArgumentHelp("With --mutate: try so many changes, chosen at random.", valueName: "NUMBER"))
    var most: Int?

    func validate() throws {
        if !isOn, timeLimit != nil || most != nil {
            throw ValidationError("--time-limit and --most-mutants belong to --mutate.")
        }
        _ = try duration
        if let most, most < 1 { throw ValidationError("--most-mutants takes a number from 1 on.") }
    }

    private var duration: Duration? {
        get throws {
            try .option("--time-limit", timeLimit, as: "30s, 5m or 1h", upTo: (.seconds(86_400), "24h"))
        }
    }

    /// Judges the mutants of each table of a run whose cases pass.
    ///
    /// Those of a run that has limits, or a seed, come in random order. An interrupt ends it as a time limit does.
    ///
    /// *Throws*: where a table cannot be loaded from its texts alone.
    func results(of run: TestRun, seed given: UInt64?, showsProgress: Bool) throws -> [MutationResult] {
        let seed = given ?? (timeLimit == nil && most == nil ? nil : UInt64.random(in: 1...999_999))
        let endNs = try duration.map { HostClock.monotonicNs + Int64($0 / .nanoseconds(1)) }
        let signals = try SignalDescriptor(SignalDescriptor.endings)
        var results: [MutationResult] = []
        for table in run.tables where results.last?.isInterrupted != true {
            let cases = run.cases.lazy.filter { $0.table === table }.map(\.result)
            let mutation = MutationRun(table.ruleset, cases)
            if let hindrance = mutation.hindrance {
                throw ToolFailure("\(table.name) cannot be changed: read again from its text alone, \(hindrance)")
            }
            let order = order(mutation, seed)
            var progress = TestProgress(total: order.count, of: "mutants", every: 1, isShown: showsProgress)
            defer { progress.end() }
            let threads = try MutationThreads(mutation, order)
            let end = try threads.wait(until: endNs, or: signals, progress: &progress)
            results.append(
                MutationResult(
                    table: table, judged: threads.end().map { ($0.mutant, $0.verdict) },
                    count: mutation.mutants.count, seed: seed, isInterrupted: end == .interrupt))
        }
        return results
    }

    /// The numbers of the mutants to try.
    private func order(_ mutation: MutationRun, _ seed: UInt64?) -> [Int] {
        var order = Array(mutation.mutants.indices)
        if let seed {
            var generator = SeededGenerator(seed: seed)
            order.shuffle(using: &generator)
        }
        return most.map { Array(order.prefix($0)) } ?? order
    }
}

/// What became of the mutants of a table.
struct MutationResult {
    let table: TestedTable
    /// Those that were tried, in the order of the table.
    let judged: [(mutant: TableMutant, verdict: MutantVerdict)]
    /// *Units*: mutants, tried or not.
    let count: Int
    /// What random order began with; nil for the order of the table.
    let seed: UInt64?
    /// Whether a signal ended it.
    let isInterrupted: Bool

    /// Whether no case notices some change.
    var hasSurvivors: Bool {
        judged.contains { if case .survived = $0.verdict { true } else { false } }
    }

    /// *Units*: mutants of which this became.
    func count(_ word: String) -> Int { judged.count { $0.verdict.word == word } }
}
