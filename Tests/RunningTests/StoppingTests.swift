import Contract
import Dispatch
import EventLoop
import ExecService
import Features
import Foundation
import Glibc
import Serving
import TestSupport
import Testing

extension RunningTests {
    /// Time limits, the number of programs, and the end of the dispatcher.
    @Suite(.timeLimit(.minutes(Sanitizer.minutes(1)))) struct Stopping {
        private func pids(_ execution: Execution?) -> [Int32] {
            (execution?.stdout?.text ?? "").split(whereSeparator: \.isWhitespace).compactMap { Int32($0) }
        }

        private static func limits(_ timeout: Duration) -> ActionLimits {
            var limits = ActionLimits()
            limits.timeout = timeout
            return limits
        }

        // MARK: Time

        @Test func `a program that takes too long is told to end, and says what it said so far`() throws {
            let clock = ContinuousClock()
            let start = clock.now
            let performance = try outcome("echo $$; exec sleep 60") { $0.timeout = .milliseconds(300) }
            guard case .stopped(let execution, .timeout(let limit)) = performance else {
                Issue.record("\(performance.word)")
                return
            }
            #expect(limit == .milliseconds(300))
            #expect(execution.exit == .signal(15))
            #expect(execution.duration >= .milliseconds(300))
            #expect(pids(execution).count == 1)
            #expect(pids(execution).allSatisfy(isGone))
            #expect(start.duration(to: clock.now) < .seconds(5))
        }

        @Test func `a program that ignores the request is killed after the grace, and forgotten`() throws {
            let performance = try outcome("trap '' TERM; echo $$; while :; do sleep 0.02; done") {
                $0.timeout = .milliseconds(300)
            }
            #expect(performance.word == "timedOut")
            #expect(performance.execution?.exit == .signal(9))
            #expect(pids(performance.execution).allSatisfy(isGone))
        }

        @Test func `a program that ends in order when asked is still one that took too long`() throws {
            let performance = try outcome("trap 'echo bye; exit 0' TERM; while :; do sleep 0.02; done") {
                $0.timeout = .milliseconds(300)
            }
            #expect(performance.word == "timedOut")
            #expect(performance.execution?.exit == .code(0))
            #expect(performance.execution?.stdout?.text == "bye\n")
        }

        /// The grandchild holds the pipe and ignores SIGTERM; the leader goes at once, or is killed.
        @Test(arguments: ["exec sleep 60", "trap '' TERM; while :; do sleep 0.02; done"])
        func `the answer does not wait for a grandchild, and the grandchild is killed`(leader: String) throws {
            let answered = Box<Duration?>(nil)
            let execution = Box<Execution?>(nil)
            let clock = ContinuousClock()
            let start = clock.now
            try onStage { stage in
                // The grandchild says its own number when its trap is set, so that it cannot be asked to end before.
                let script = """
                    sh -c 'trap "" TERM; echo $$; while :; do sleep 0.02; done' & echo $$; \(leader)
                    """
                try stage.shell(script, Self.limits(.milliseconds(800))) {
                    #expect($0.word == "timedOut")
                    answered.value = start.duration(to: clock.now)
                    execution.value = $0.execution
                }
            }
            let took = try #require(answered.value)
            // Timeout and grace, and room for a busy machine.
            #expect(took < .milliseconds(800) + Limits.killGrace + .seconds(2))
            #expect(pids(execution.value).count == 2)
            for pid in pids(execution.value) { #expect(isGone(pid), "\(pid) is still there") }
        }

        @Test func `a program that ends in time is not touched by its timer`() throws {
            let performance = try outcome("echo done") { $0.timeout = .seconds(3600) }
            #expect(performance.word == "success")
        }

        // MARK: How many

        private func fill(_ stage: Stage, uids: [UInt32], _ ended: Box<Int>) throws {
            for uid in uids {
                try stage.shell("exec sleep 60", uid: uid) {
                    // Those that wait for their start are not begun.
                    #expect(["cancelled", "notBegun"].contains($0.word))
                    ended.value += 1
                }
            }
        }

        /// How many programs may run; nil if the error has another reason.
        private func limit(in error: RunningError) -> Int? {
            error.code == .overloaded ? Int(error.message.prefix { $0.isNumber }) : nil
        }

        private func tooMany(_ stage: Stage, uid: UInt32, detached: Bool = false) throws -> Int? {
            var limits = ActionLimits()
            limits.isDetached = detached
            let error = Box<RunningError?>(nil)
            try stage.shell("exec sleep 60", limits, uid: uid) {
                if case .failed(let reason) = $0 { error.value = reason }
            }
            return error.value.flatMap(limit(in:))
        }

        /// Keeps programs from being started for as long as all of libuv's threads wait at the gate.
        private func hold(_ loop: Loop, _ gate: DispatchSemaphore) throws {
            for _ in 0..<4 { try loop.work({ _ = gate.wait(timeout: .now() + 30) }, then: { _ in }) }
        }

        @Test func `users take turns where programs wait to be started`() throws {
            let users = Box<[Int32: UInt32]>([:])
            try onStage { stage in
                let gate = DispatchSemaphore(value: 0)
                try hold(stage.loop, gate)
                for uid: UInt32 in [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 3] {
                    try stage.shell("echo $$", uid: uid) { users.value[pids($0.execution).first ?? 0] = uid }
                }
                #expect(stage.programs.count == 12)
                for _ in 0..<4 { gate.signal() }
            }
            // The numbers of processes tell the order of their starts. The turns are 1, 1, 1, 1, 1, 2, 3, 1, 1, 1, 1, 1; as two
            // are started at a time, one that is held up is overtaken.
            let order = users.value.sorted { $0.key < $1.key }.map(\.value)
            #expect(order.count == 12)
            #expect(order.prefix(10).contains(2) && order.prefix(10).contains(3), "\(order)")
        }

        @Test(arguments: [false, true])
        func `a program that waits to be started when the dispatcher stops is cancelled`(isDetached: Bool) throws {
            let (words, idle) = (Box<[String]>([]), Box(0))
            try onStage { stage in
                let gate = DispatchSemaphore(value: 0)
                try hold(stage.loop, gate)
                var limits = ActionLimits()
                limits.isDetached = isDetached
                for _ in 0..<6 { try stage.shell("exec sleep 60", limits) { words.value.append($0.word) } }
                stage.runner.stopAll { idle.value += 1 }
                // The first four have left the queue and will be started.
                #expect(words.value == ["notBegun", "notBegun"])
                #expect(idle.value == 0)
                for _ in 0..<4 { gate.signal() }
            }
            let word = isDetached ? "launched" : "cancelled"
            #expect(words.value == ["notBegun", "notBegun", word, word, word, word])
            #expect(idle.value == 1)
        }

        @Test func `one user has only so many programs, and the others have theirs`() throws {
            let ended = Box(0)
            let idle = Box(0)
            try onStage { stage in
                let mine = Array(repeating: UInt32(1), count: Limits.runningProgramsPerUser)
                try fill(stage, uids: mine, ended)
                #expect(try tooMany(stage, uid: 1) == Limits.runningProgramsPerUser)
                try fill(stage, uids: [2], ended)
                #expect(stage.programs.count == Limits.runningProgramsPerUser + 1)
                stage.runner.stopAll { idle.value += 1 }
            }
            #expect(ended.value == Limits.runningProgramsPerUser + 1)
            #expect(idle.value == 1)
        }

        @Test func `all together have only so many programs`() throws {
            let ended = Box(0)
            try onStage { stage in
                try fill(stage, uids: (0..<Limits.runningPrograms).map { UInt32($0) }, ended)
                #expect(try tooMany(stage, uid: 5000) == Limits.runningPrograms)
                stage.runner.stopAll {}
            }
            #expect(ended.value == Limits.runningPrograms)
        }

        @Test func `programs that outlive their call have places of their own, free again when they end`() throws {
            try withScratch { folder in
                let gate = folder + "/gate"
                let others = Box<[String]>([])
                #expect(unsafe mkfifo(gate, 0o600) == 0)
                var limits = ActionLimits()
                limits.isDetached = true
                try onStage { stage in
                    let words = Box<[String]>([])
                    func launch() throws {
                        try stage.shell(": > \(folder)/$$; cat \(gate); rm \(folder)/$$", limits, uid: 1) {
                            words.value.append($0.word)
                        }
                    }
                    for _ in 0..<Limits.detachedProgramsPerUser { try launch() }
                    #expect(try tooMany(stage, uid: 1, detached: true) == Limits.detachedProgramsPerUser)
                    // The followed have room all the same, and others' detached ones too.
                    try stage.shell(":", uid: 1) { others.value.append($0.word) }
                    try stage.shell(":", limits, uid: 2) { others.value.append($0.word) }
                    func running() -> Int {
                        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).count - 1
                    }
                    let allRan = Box(false)
                    try wait(on: stage.loop) {
                        // A program may run before the loop has noticed its start.
                        let haveAll = [running(), words.value.count].allSatisfy { $0 == Limits.detachedProgramsPerUser }
                        allRan.value = allRan.value || haveAll
                        guard allRan.value else { return false }
                        #expect(words.value == Array(repeating: "launched", count: Limits.detachedProgramsPerUser))
                        // Opening the gate for writing lets every reader in; closing it ends them.
                        let writer = unsafe open(gate, O_WRONLY | O_NONBLOCK)
                        if writer >= 0 { close(writer) }
                        return running() == 0
                    }
                    try wait(on: stage.loop) { allRan.value && (try? tooManyNow(stage, limits)) == nil }
                }
                #expect(others.value.sorted() == ["launched", "success"])
            }
        }

        /// The limit that one more detached program goes over right now; nil if it was started, and ends at once.
        private func tooManyNow(_ stage: Stage, _ limits: ActionLimits) throws -> Int? {
            let reached = Box<Int?>(nil)
            try stage.shell(":", limits, uid: 1) {
                if case .failed(let error) = $0 { reached.value = limit(in: error) }
            }
            return reached.value
        }

        @Test func `the place of a program that ended is free again`() throws {
            let words = Box<[String]>([])
            try onStage { stage in
                func next(_ left: Int) {
                    guard left > 0 else { return }
                    do {
                        try stage.shell(left % 3 == 0 ? "exit 1" : ":", uid: 1) {
                            words.value.append($0.word)
                            next(left - 1)
                        }
                    } catch {
                        Issue.record(error)
                    }
                }
                next(3 * Limits.runningProgramsPerUser)
            }
            #expect(words.value.count == 3 * Limits.runningProgramsPerUser)
            #expect(!words.value.contains("failed"))
        }

        @Test func `a program that cannot be started takes no place`() throws {
            let words = Box<[String]>([])
            try onStage { stage in
                func next(_ left: Int) throws {
                    guard left > 0 else { return }
                    stage.perform(try exec("/nowhere/program")) {
                        if case .failed(let error) = $0, error.code == .failedSpawn {
                            words.value.append("not started")
                        }
                        do { try next(left - 1) } catch { Issue.record(error) }
                    }
                }
                try next(2 * Limits.runningPrograms)
            }
            #expect(words.value == Array(repeating: "not started", count: 2 * Limits.runningPrograms))
        }

        // MARK: One of them

        @Test func `the program of a ticket is stopped, and the others go on`() throws {
            let words = Box<[String]>([])
            let numbers = Box<[Int32]>([])
            try onStage { stage in
                for ticket in 1...3 {
                    let script = ticket == 2 ? "echo $$; exec sleep 60" : "sleep 0.5"
                    try stage.shell(script, uid: UInt32(ticket), ticket: ticket) {
                        words.value.append("\(ticket) \($0.word)")
                        numbers.value += pids($0.execution)
                    }
                }
                let timer = try EventLoop.Timer(loop: stage.loop) {}
                timer.setFire {
                    stage.runner.stop(2, because: .hangUp)
                    // The first cause counts, and a ticket that is unknown stops nothing.
                    stage.runner.stop(2, because: .deadline(.seconds(1)))
                    stage.runner.stop(7, because: .hangUp)
                    timer.close()
                }
                timer.start(after: .milliseconds(200))
            }
            #expect(
                words.value.first == "2 cancelled" && Set(words.value) == ["1 success", "2 cancelled", "3 success"])
            #expect(numbers.value.count == 1 && numbers.value.allSatisfy(isGone))
        }

        @Test func `a program that waits for its start is given up at once, and one that is being started is stopped`()
            throws
        {
            let words = Box<[String]>([])
            try onStage { stage in
                for ticket in 1...6 {
                    try stage.shell("exec sleep 60", ticket: ticket) { words.value.append("\(ticket) \($0.word)") }
                }
                for ticket in [5, 1, 6, 2, 3, 4] { stage.runner.stop(ticket, because: .hangUp) }
                #expect(words.value == ["5 notBegun", "6 notBegun"])
            }
            #expect(words.value.count == 6 && Set(words.value.suffix(4)) == Set((1...4).map { "\($0) cancelled" }))
        }

        @Test func `hanging up stops no program that says detach, and a deadline gives up its place in the queue`()
            throws
        {
            var limits = ActionLimits()
            limits.isDetached = true
            let words = Box<[String]>([])
            try onStage { stage in
                for ticket in 1...5 {
                    try stage.shell("exit 0", limits, ticket: ticket) { words.value.append("\(ticket) \($0.word)") }
                }
                for ticket in 1...5 { stage.runner.stop(ticket, because: .hangUp) }
                #expect(words.value == [])
                stage.runner.stop(5, because: .deadline(.milliseconds(1)))
                #expect(words.value == ["5 notBegun"])
            }
            #expect(words.value.first == "5 notBegun")
            #expect(Set(words.value.dropFirst()) == Set((1...4).map { "\($0) launched" }))
        }

        // MARK: The end

        @Test func `stopping cancels what runs, kills what does not listen, and says once when nothing is left`() throws
        {
            let events = Box<[String]>([])
            let numbers = Box<[Int32]>([])
            try onStage { stage in
                try withStarted(stage, "trap '' TERM", "deaf", events, numbers) {
                    try withStarted(stage, "", "good", events, numbers) {
                        stage.runner.stopAll { events.value.append("idle") }
                    }
                }
            }
            #expect(Set(events.value.prefix(2)) == ["good cancelled", "deaf cancelled"])
            #expect(events.value.dropFirst(2) == ["idle"])
            #expect(numbers.value.count == 2)
            #expect(numbers.value.allSatisfy(isGone))
        }

        /// Goes on when the program has set itself up, which a file tells.
        private func withStarted(
            _ stage: Stage, _ setup: String, _ name: String, _ events: Box<[String]>, _ numbers: Box<[Int32]>,
            then next: @escaping () throws -> Void
        ) throws {
            let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
            try stage.shell("\(setup)\necho $$; : > \(file); while :; do sleep 0.02; done") {
                events.value.append("\(name) \($0.word)")
                numbers.value += pids($0.execution)
            }
            try wait(on: stage.loop) {
                guard unsafe access(file, F_OK) == 0 else { return false }
                unsafe _ = unlink(file)
                do { try next() } catch { Issue.record(error) }
                return true
            }
        }

        @Test func `stopping with nothing running says so at once`() throws {
            try onStage { stage in
                let isIdle = Box(false)
                stage.runner.stopAll { isIdle.value = true }
                #expect(isIdle.value)
            }
        }

        @Test func `stopping does not wait for the grace period if no process is left`() throws {
            let clock = ContinuousClock()
            let start = clock.now
            try onStage { stage in
                for _ in 0..<3 { try stage.shell("exec sleep 60") { _ in } }
                stage.runner.stopAll {}
            }
            #expect(start.duration(to: clock.now) < Limits.killGrace)
        }

        @Test func `two who wait for the end are both told`() throws {
            let told = Box<[Int]>([])
            try onStage { stage in
                try stage.shell("exec sleep 60") { _ in }
                stage.runner.stopAll { told.value.append(1) }
                stage.runner.stopAll { told.value.append(2) }
            }
            #expect(told.value == [1, 2])
        }
    }
}
