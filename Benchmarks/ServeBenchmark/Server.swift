import BenchmarkStage
import EventLoop

/// A daemon, or the echo, and the calls that measure it.
struct Server {
    static let callerUID = 65_532
    /// Servers and callers have a core each, so that neither waits for the other's; set by sched_setaffinity(2).
    static let (serverCore, callerCore) = (0, 1)
    private static let warmUpMs = 300

    let stage: Stage

    /// Starts a daemon.
    ///
    /// - Parameters:
    ///   - isPinned: whether all its threads share one core.
    ///   - isLogged: whether it logs each call.
    init(
        table: String, isPinned: Bool = true, isLogged: Bool = true, descriptors: Int? = nil, loop: Loop
    ) throws {
        stage = try Stage(
            "deeplinkd",
            { ["-f", $0 + "/routes.conf", "--socket", $1, "--log-level", isLogged ? "info" : "notice"] },
            files: { _ in ["routes.conf": table] },
            core: isPinned ? Self.serverCore : nil, descriptors: descriptors, loop: loop)
    }

    /// Starts an echo that answers as a daemon does.
    ///
    /// - Parameter workNs: how long it computes for each call, in nanoseconds.
    init(echoing scene: Scene, of daemon: Server, workNs: Int = 0, loop: Loop) throws {
        let replies = try (1...scene.calls.count).map { count in
            let calls = Array(scene.calls.prefix(count))
            let reply = try daemon.caller(["--calls", "\(count)", "--show"] + calls, as: Self.callerUID)
            return String(decoding: reply, as: UTF8.self)
        }
        let names = replies.indices.map { "reply\($0)" }
        let files = Dictionary(uniqueKeysWithValues: zip(names, replies))
        stage = try Stage(
            "Echo", { folder, socket in ["--work", "\(workNs)", socket] + names.map { folder + "/" + $0 } },
            files: { _ in files }, core: Self.serverCore, loop: loop)
    }

    /// Calls for a time, and counts.
    ///
    /// - Parameters:
    ///   - rate: calls per second; nil for as many as are answered.
    ///   - options: more words for `Caller`.
    func measure(
        _ scene: Scene, milliseconds: Int = 1000, rate: Double? = nil, options: [String] = [], as uid: Int = callerUID
    ) throws -> Answers {
        let numbers = [
            ("--connections", scene.connections), ("--in-flight", scene.inFlight), ("--milliseconds", milliseconds),
            ("--warm-up", Self.warmUpMs), ("--core", Self.callerCore),
        ]
        let words =
            numbers.flatMap { [$0, "\($1)"] } + ["--expect", scene.expected]
            + (rate.map { ["--rate", "\(Int($0))"] } ?? []) + (scene.inFlight > 1 ? ["--lockstep"] : []) + options
        let printed = try caller(words + scene.calls, as: uid)
        let columns = String(decoding: printed, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard let answers = Answers(columns.compactMap { Int64($0) }), answers.good > 0, !stage.hasEnded else {
            throw StageError(description: "\(scene.name): no answers, or the server ended")
        }
        try stage.emptyLog()
        return answers
    }

    private func caller(_ words: [String], as uid: Int) throws -> [UInt8] {
        try stage.output(of: ["--socket", stage.socket] + words, program: "Caller", as: uid)
    }

    /// The revision of the table in force, as the answer to a call has it.
    func tableRevision() throws -> String {
        let reply = try caller(["--calls", "1", "--show"] + Scene.oneAtATime.calls, as: Self.callerUID)
        let text = String(decoding: reply, as: UTF8.self)
        guard let start = text.firstRange(of: #""tableRevision":""#)?.upperBound else {
            throw StageError(description: "an answer without a table revision: \(text)")
        }
        return String(text[start...].prefix { $0 != "\"" })
    }

    /// Opens connections that send nothing, until `body` has ended.
    func holding<Result>(idle count: Int, _ body: () throws -> Result) throws -> Result {
        let before = try stage.descriptors()
        // As an operator, whose connections may come as fast as they do.
        let holder = try stage.start(
            ["--socket", stage.socket, "--connections", "0", "--idle", "\(count)"], program: "Caller", as: 0)
        defer {
            holder.signalGroup(9)
            holder.close()
        }
        try wait("\(count) connections") { try stage.descriptors() >= before + count }
        let result = Swift.Result { try body() }
        holder.signalGroup(9)
        try wait("the end of \(count) connections") { try stage.descriptors() <= before }
        return try result.get()
    }

    private func wait(_ name: String, _ isDone: () throws -> Bool) throws {
        for _ in 0..<600 {
            if try isDone() { return }
            try stage.pause(.milliseconds(50))
        }
        throw StageError(description: "\(name): not in 30 seconds")
    }

    /// What `body` measures; the server ends then.
    func until<Result>(_ body: () throws -> Result) throws -> Result { try stage.until(body) }
}
