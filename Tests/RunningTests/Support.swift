import Contract
import EventLoop
import ExecService
import Features
import Foundation
import Glibc
import Routing
import Serving
import TestSupport
import Testing

@testable import ExecRules

/// Tests of programs run one after the other: they share the process's children and descriptors.
@Suite(.serialized) struct RunningTests {}

/// A loop with a runner, and how many of its programs are still about.
struct Stage {
    let loop: Loop
    let programs: ProgramRunner
    let runner: ActionRunner

    /// Has the runner perform an action that the verifier has cleared.
    func perform(
        _ performer: Performer, _ limits: ActionLimits = ActionLimits(), _ inputs: [Value.Member] = [],
        declared: [ActionInput] = [], uid: UInt32 = 1000, ticket: Int? = nil,
        onTurn: ((consuming VerifiedActionBinding, LanePlace) -> VerifiedActionBinding?)? = nil,
        then answer: @escaping (Performance) -> Void
    ) {
        var catalogue = FeatureCatalogue()
        let feature = catalogue.add(
            Feature(path: "F", name: "F", parent: nil, description: nil, constraints: []))
        let action = catalogue.add(
            Action(name: "go", feature: feature, inputs: declared, performer: performer, limits: limits))
        switch Verifier.verify(
            catalogue.binding(of: action), inputs: .values(inputs), in: catalogue, facts: Facts(),
            caller: Caller(uid: uid),
            tableRevision: "t")
        {
        case .verified(let proof):
            let draft = OutcomeDraft(url: nil, route: nil, feature: "F", action: "go", inputs: inputs)
            let order = PerformanceOrder(draft, outcomeID: "7", ticket: ticket)
            order.onTurn = onTurn
            runner.perform(proof, order, then: answer)
        case .refused(let refusal): Issue.record("\(refusal)")
        }
    }

    func shell(
        _ script: String, _ limits: ActionLimits = ActionLimits(), uid: UInt32 = 1000, ticket: Int? = nil,
        then answer: @escaping (Performance) -> Void
    ) throws {
        perform(try exec("/bin/sh", "-c", script), limits, uid: uid, ticket: ticket, then: answer)
    }
}

/// Runs a loop until nothing is left on it; then nothing may be running, and all of it must be closed.
func onStage(_ environment: [String: String] = [:], _ body: (Stage) throws -> Void) throws {
    let loop = try Loop()
    let programs = ProgramRunner(loop: loop, environment: environment) { $0 }
    let stage = Stage(loop: loop, programs: programs, runner: ActionRunner([programs], on: loop) { $0 })
    try body(stage)
    loop.run()
    stage.runner.close()
    stage.programs.close()
    #expect(stage.programs.count == 0)
    try loop.close()
}

func exec(_ program: String, _ arguments: String...) throws -> Performer {
    // Escaped, because a shell's `$(…)` would be a placeholder.
    .exec(
        ProgramTemplate(
            program: program,
            arguments: try arguments.map { text in
                .text(try TextTemplate(text.replacingOccurrences(of: "$(", with: #"\$("#)))
            }))
}

/// The outcome of one shell script.
func outcome(
    _ script: String, environment: [String: String] = [:], _ change: (inout ActionLimits) -> Void = { _ in }
) throws -> Performance {
    var limits = ActionLimits()
    change(&limits)
    return try outcome(exec("/bin/sh", "-c", script), environment: environment, limits)
}

func outcome(
    _ performer: Performer, environment: [String: String] = [:], _ limits: ActionLimits = ActionLimits(),
    _ inputs: [Value.Member] = [], declared: [ActionInput] = []
) throws -> Performance {
    let answers = Box<[Performance]>([])
    try onStage(environment) { stage in
        stage.perform(performer, limits, inputs, declared: declared) { answers.value.append($0) }
    }
    #expect(answers.value.count == 1, "answered once")
    return try #require(answers.value.first)
}

extension Performance {
    /// What a program did, however it ended.
    var execution: Execution? {
        switch self {
        case .launched(let execution), .done(_, _, let execution, _): execution
        case .ended(let execution, _), .stopped(let execution, _): execution
        case .failed(let error): error.execution
        case .answered, .answeredText, .notBegun, .refused: nil
        }
    }

    /// *Shape*: `success`, `failure`, `timedOut`, `cancelled`, `notBegun`, `launched`, `answered` or `failed`.
    var word: String {
        switch self {
        case .answered, .answeredText: "answered"
        case .launched: "launched"
        case .done(let code, _, _, _): code.rawValue
        case .refused(let refusal): refusal.code.rawValue
        case .ended(_, let isSuccess): isSuccess ? "success" : "failure"
        case .stopped(_, .timeout), .stopped(_, .deadline): "timedOut"
        case .stopped(_, .hangUp), .stopped(_, .shutdown): "cancelled"
        case .notBegun: "notBegun"
        case .failed: "failed"
        }
    }
}

/// Whether a process that was killed is gone, or will be in a moment: a kill is asked for, not done, when `kill` returns.
func isGone(_ pid: Int32) -> Bool {
    for _ in 0..<2000 where isRunning(pid) { _ = poll(nil, 0, 1) }
    return !isRunning(pid)
}

/// Whether a process of that number runs; one that ended and was not waited for does not.
func isRunning(_ pid: Int32) -> Bool {
    guard let stat = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8) else { return false }
    // The name in parentheses may hold anything; the state is the word after it.
    return stat.split(separator: ")").last?.split(separator: " ").first != "Z"
}

/// Turns the loop until the condition holds; the test's own time limit ends it otherwise.
func wait(on loop: Loop, until condition: @escaping () -> Bool) throws {
    let timer = Box<EventLoop.Timer?>(nil)
    timer.value = try EventLoop.Timer(loop: loop) {
        guard condition() else { return }
        timer.value?.close()
        timer.value = nil
    }
    timer.value?.start(after: .milliseconds(5), repeatingEvery: .milliseconds(5))
}

/// A folder of its own for one test, removed with everything in it.
func withScratch<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("deeplinkd-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder.path)
}
