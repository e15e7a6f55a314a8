import BenchmarkStage
import BenchmarkSupport
import EventLoop

/// Measures line by line, and prints.
struct Report {
    private static let widths = [38, 14, 14, 10, 10]
    private static let (few, many) = (10, 100_000)
    /// A reload of the large table lasts less; a daemon that stalls is called on all the same.
    private static let reloadMs = 5000
    private static let idleCount = 10_000

    let runs: Int
    /// Lines are measured whose name has one of them; all if there are none.
    let words: [String]
    private let loop: Loop
    private var failures = 0
    /// The rates of the echo and of the daemon with one call at a time; nil until they are measured.
    private var oneAtATime: (echo: Double, daemon: Double)?
    /// The names of the columns, until a line is printed below them.
    private var heading: [String] = []

    init(runs: Int, words: [String]) throws {
        (self.runs, self.words) = (runs, words)
        loop = try Loop()
    }

    /// *Returns*: the exit status, 1 if limits are checked and one was not kept.
    mutating func run(isChecking: Bool) throws -> Int32 {
        print("medians of \(runs) rounds; servers on core \(Server.serverCore), the caller on \(Server.callerCore)")
        heading = ["calls per second", "echo", "daemon", "ratio", "limit"]
        for scene in Scene.oneByOne where isAsked(scene.name) { try compare(scene) }
        heading = ["calls per second", "slow echo", "daemon", "ratio", "limit"]
        for scene in Scene.ahead where isAsked(scene.name) { try compare(scene, workNs: workNs()) }
        heading = ["calls per second", "few routes", "many routes", "ratio", "limit"]
        try compareTables()
        heading = ["microseconds", "echo", "daemon", "", "limit"]
        try compareLatency()
        try reload()
        heading = ["calls per second", "alone", "beside them", "ratio", "limit"]
        try holdIdle()
        try loop.close()
        if failures > 0 { print("\n\(failures) beyond the limit") }
        return isChecking && failures > 0 ? 1 : 0
    }

    private func isAsked(_ name: String) -> Bool { words.isEmpty || words.contains { name.contains($0) } }

    private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    // MARK: Lines

    /// The daemon beside the echo.
    private mutating func compare(_ scene: Scene, workNs: Int = 0) throws {
        rates(scene.name, try rounds(scene, workNs: workNs), least: scene.least)
    }

    /// The rates of the echo and of the daemon, in rounds that take turns.
    private func rounds(_ scene: Scene, workNs: Int = 0) throws -> [(echo: Double, daemon: Double)] {
        let daemon = try Server(table: Scene.table(Self.few), isLogged: scene.isLogged, loop: loop)
        return try daemon.until {
            let echo = try Server(echoing: scene, of: daemon, workNs: workNs, loop: loop)
            return try echo.until {
                try (0..<runs).map { _ in
                    let reference = try echo.measure(scene).callsPerSecond
                    return (reference, try answered(daemon, scene))
                }
            }
        }
    }

    /// What an echo has to compute to be as slow as the daemon, where each connection has one call at a time.
    ///
    /// *Units*: nanoseconds for each call.
    private mutating func workNs() throws -> Int {
        let rates = try ratesOneAtATime()
        return Int(max(0, 1_000_000_000 / rates.daemon - 1_000_000_000 / rates.echo))
    }

    private mutating func ratesOneAtATime() throws -> (echo: Double, daemon: Double) {
        if let oneAtATime { return oneAtATime }
        let found = try rounds(.oneAtATime)
        let medians = (median(found.map(\.echo)), median(found.map(\.daemon)))
        oneAtATime = medians
        return medians
    }

    /// Many routes beside few.
    private mutating func compareTables() throws {
        let name = "\(Self.many) routes instead of \(Self.few)"
        guard isAsked(name) else { return }
        let few = try Server(table: Scene.table(Self.few), loop: loop)
        let found = try few.until {
            let many = try Server(table: Scene.table(Self.many), loop: loop)
            return try many.until {
                try (0..<runs).map { _ in
                    (try answered(few, .oneAtATime), try answered(many, .oneAtATime))
                }
            }
        }
        rates(name, found, least: Bounds.manyRoutes)
    }

    /// The time of calls at half of the rate that the daemon reaches, at fixed times.
    ///
    /// The longest times are those that pass while the machine runs something else, and then until the server has caught
    /// up. A slower server catches up later, whatever it does. So the limit is for an echo beside the daemon that computes
    /// until it is as slow.
    private mutating func compareLatency() throws {
        let name = "p99 at half of that load"
        guard isAsked(name) else { return }
        let (scene, rate, workNs) = (Scene.oneAtATime, try ratesOneAtATime().daemon, try workNs())
        let daemon = try Server(table: Scene.table(Self.few), loop: loop)
        let found = try daemon.until {
            let echo = try Server(echoing: scene, of: daemon, loop: loop)
            return try echo.until {
                let slow = try Server(echoing: scene, of: daemon, workNs: workNs, loop: loop)
                return try slow.until {
                    try (0..<runs).map { _ in
                        try [echo, slow, daemon].map { try $0.measure(scene, rate: rate / 2).p99 }
                    }
                }
            }
        }
        let medians = (0..<3).map { server in median(found.map { $0[server] }) }
        times(name, medians[0], medians[2])
        let limit = medians[1] * Bounds.p99.factor + Bounds.p99.more
        times("the same, echo as slow as the daemon", medians[1], medians[2], limit: limit)
    }

    /// Calls during a reload of a large table; all must be answered.
    private mutating func reload() throws {
        let name = "p99.9 of a reload's worst second"
        guard isAsked(name) else { return }
        let scene = Scene.oneAtATime
        let daemon = try Server(table: Scene.table(Self.many), isPinned: false, loop: loop)
        let found = try daemon.until {
            let rate = try answered(daemon, scene) / 4
            return try (1...runs).map { version in
                let before = try daemon.tableRevision()
                try daemon.stage.replace("routes.conf", with: Scene.table(Self.many, version: version))
                let answers = try daemon.measure(
                    scene, milliseconds: Self.reloadMs, rate: rate, options: ["--hangup", "\(daemon.stage.processID)"],
                    as: 0)
                guard try daemon.tableRevision() != before else { fail("the table was not reloaded in time") }
                return answers
            }
        }
        times(name, nil, median(found.map(\.p999OfWorstSecond)), limit: Bounds.reload)
        let bad = found.map(\.bad).reduce(0, +)
        line(["calls that failed in \(runs) reloads", "", "\(bad)", "", mark(bad > 0, "0")])
    }

    /// What connections cost that send nothing.
    private mutating func holdIdle() throws {
        let name = "\(Self.idleCount) idle connections"
        guard isAsked(name) else { return }
        let scene = Scene.oneAtATime
        let table = Scene.table(Self.few, connections: Self.idleCount + 1000)
        let daemon = try Server(table: table, descriptors: Self.idleCount + 2000, loop: loop)
        var memory: [Double] = []
        let found = try daemon.until {
            try (0..<runs).map { _ in
                let alone = try answered(daemon, scene)
                let before = daemon.stage.resident
                let beside = try daemon.holding(idle: Self.idleCount) {
                    memory.append(Double(daemon.stage.resident - before) / Double(Self.idleCount))
                    return try answered(daemon, scene)
                }
                return (alone, beside)
            }
        }
        rates(name, found, least: Bounds.besideIdle)
        // Later rounds reuse the memory of the first.
        let kib = memory[0] / 1024
        let limit = (Bounds.bytesPerIdle / 1024).rounded(toPlaces: 1)
        line([
            "KiB for each of them", "", kib.rounded(toPlaces: 1), "", mark(memory[0] > Bounds.bytesPerIdle, limit),
        ])
    }

    private func answered(_ server: Server, _ scene: Scene) throws -> Double {
        let answers = try server.measure(scene)
        guard answers.bad == 0 else { fail("\(scene.name): \(answers.bad) calls failed") }
        return answers.callsPerSecond
    }

    // MARK: Printing

    private mutating func rates(_ name: String, _ found: [(Double, Double)], least: Double) {
        let ratio = median(found.map { $1 / $0 })
        line([
            name, median(found.map(\.0)).rounded(toPlaces: 0), median(found.map(\.1)).rounded(toPlaces: 0),
            ratio.rounded(toPlaces: 2), mark(ratio < least, least.rounded(toPlaces: 2)),
        ])
    }

    private mutating func times(_ name: String, _ echo: Double?, _ daemon: Double, limit: Double? = nil) {
        func micros(_ value: Double) -> String { (value / 1000).rounded(toPlaces: 0) }
        let text = limit.map { self.mark(daemon > $0, micros($0)) }
        line([name, echo.map(micros) ?? "", micros(daemon), "", text ?? ""])
    }

    private mutating func mark(_ isBeyond: Bool, _ limit: String) -> String {
        if isBeyond { failures += 1 }
        return limit + (isBeyond ? "  beyond its limit" : "")
    }

    private mutating func line(_ columns: [String]) {
        if !heading.isEmpty {
            let names = heading
            heading = []
            print()
            line(names)
        }
        let padded = zip(columns, Self.widths).map { text, width in
            text + String(repeating: " ", count: max(1, width - text.count))
        }
        print(padded.joined())
    }
}
