internal import Conf
internal import Contract
import HostSystem
internal import Routing

/// One case that was run, with its place.
struct TestedCase {
    let result: CaseResult
    private let source: LoadedCases

    init(_ result: CaseResult, of source: LoadedCases) { (self.result, self.source) = (result, source) }

    /// The table that it is about.
    var table: TestedTable { source.table }
    /// The file that it stands in.
    var file: String { source.position(result.testCase.place).file }
    /// *Units*: lines of that file, from 1.
    var line: Int { source.position(result.testCase.place).line }
    /// Its name, with the state of a `matrix`.
    var name: String { result.testCase.name }
    /// *Shape*: `routes.cases:12`.
    var position: String {
        let place = source.position(result.testCase.place)
        return "\(place.file):\(place.line)"
    }

    /// The reason of its line `todo` or `skip`; nil where it has none.
    var reason: String? {
        switch result.testCase.mark {
        case .todo(let reason), .skip(let reason): reason
        case nil: nil
        }
    }

    /// That a line `todo` is not needed any more; nil where it is, or there is none.
    var advice: String? { result.isDone ? "the case passes: remove `todo`" : nil }
}

/// The results of a test run.
struct TestRun {
    private(set) var cases: [TestedCase] = []
    /// Each once, in the order of the files.
    private(set) var tables: [TestedTable] = []
    /// What random order began with; nil for the order of the files.
    let seed: UInt64?
    /// The share of nodes that has to be covered.
    let failUnder: Int?
    /// Whether some cases were left out, so that what they would cover is not listed.
    private(set) var isPart: Bool
    /// What decides in the place of this program.
    private let daemon: DecidingDaemon?

    init(seed: UInt64?, failUnder: Int?, isPart: Bool, _ daemon: DecidingDaemon? = nil) {
        (self.seed, self.failUnder, self.isPart, self.daemon) = (seed, failUnder, isPart, daemon)
    }

    /// What reports begin with: who decided, and what random order began with.
    var remarks: [String] { [daemon?.sentence, seed.map { "random order: --seed \($0)" }].compactMap(\.self) }
    /// *Shape*: names of JSON, JUnit and SARIF.
    var properties: [(name: String, value: String)] {
        [daemon.map { (name: "decider", value: $0.sentence) }, seed.map { (name: "seed", value: "\($0)") }].compactMap(
            \.self)
    }

    /// Runs the cases of some files: those that a name selects, or those that say `only` if any does.
    ///
    /// *Throws*: where a daemon does not decide.
    mutating func run(_ files: [LoadedCases], _ isSelected: (String) -> Bool, showsProgress: Bool) throws {
        var chosen = files.flatMap { file in file.cases.filter { isSelected($0.name) }.map { (file, $0) } }
        if chosen.contains(where: { $0.1.isOnly }) {
            chosen = chosen.filter { $0.1.isOnly }
            isPart = true
        }
        if let seed {
            var generator = SeededGenerator(seed: seed)
            chosen.shuffle(using: &generator)
        }
        for file in files where !tables.contains(where: { $0 === file.table }) { tables.append(file.table) }
        var progress = TestProgress(total: chosen.count, isShown: showsProgress)
        defer { progress.end() }
        for (file, testCase) in chosen {
            let answer = testCase.isSkipped ? nil : try daemon?.answer(testCase)
            let result = testCase.run(in: file.table.ruleset, answered: answer)
            file.table.add(result)
            cases.append(TestedCase(result, of: file))
            progress.advance()
        }
    }

    /// *Units*: cases that ended so.
    func count(_ verdict: CaseVerdict) -> Int { cases.count { $0.result.verdict == verdict } }

    /// Whether enough of each table is covered.
    var isCovered: Bool { failUnder.map { percent in tables.allSatisfy { $0.isCovered(percent) } } ?? true }
    /// Whether no case failed, and enough is covered.
    var isPassed: Bool { count(.failed) == 0 && isCovered }

    /// *Shape*: `3 passed, 0 failed`, `3 passed, 0 failed, 1 todo, 2 skipped`.
    var counts: String {
        let others = [CaseVerdict.todo, .skipped].filter { count($0) > 0 }.map { "\(count($0)) \($0.rawValue)" }
        return (["\(count(.passed)) passed", "\(count(.failed)) failed"] + others).joined(separator: ", ")
    }
}

/// Random numbers that a seed repeats: SplitMix64.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

/// A line on a terminal that counts the steps of a long run, and is gone at its end.
struct TestProgress {
    /// *Units*: nanoseconds before it appears, and between two numbers.
    private static let (delayNs, stepNs): (Int64, Int64) = (300_000_000, 100_000_000)

    private let total: Int
    private let unit: String
    /// *Units*: steps between two looks at the clock.
    private let stride: Int
    private let isShown: Bool
    private var done = 0
    private var nextNs: Int64
    private var isVisible = false

    init(total: Int, of unit: String = "cases", every stride: Int = 64, isShown: Bool) {
        (self.total, self.unit, self.stride) = (total, unit, stride)
        self.isShown = isShown && StandardStreams.Output.errors.isTerminal
        nextNs = HostClock.monotonicNs + Self.delayNs
    }

    /// Counts a step.
    mutating func advance() {
        done += 1
        guard isShown, done % stride == 0, HostClock.monotonicNs >= nextNs else { return }
        nextNs = HostClock.monotonicNs + Self.stepNs
        isVisible = true
        Output.error("\r\(done) of \(total) \(unit)")
    }

    /// Takes the line away.
    mutating func end() {
        if isVisible { Output.error("\r\u{1B}[K") }
    }
}
