import Contract
import EventLoop
import FactSources
import Features
import Foundation
import PermissionRules
import TestSupport
import Testing

@testable import PermissionAdapters

@Suite(.serialized) struct PolkitPermissionTests {
    private static let actions = [
        "io.test.yes": "yes", "io.test.no": "no", "io.test.ask": "auth_self", "io.test.rule": "yes",
    ]
    /// Of one action the rule decides by the user.
    private static let rules = """
        polkit.addRule(function(action, subject) {
            if (action.id == "io.test.rule") {
                return subject.user == "daemon" ? polkit.Result.NO : polkit.Result.YES;
            }
        });
        """

    /// What one test has.
    private struct Stage {
        let loop: Loop
        let bus: PrivateBus
        let sources: TestedSources
        let callers: CallerProcesses
        /// Of the user `daemon`, who is on every machine.
        let program: OtherProgram
        let subject: Subject
    }

    /// Runs a test with a private polkit; skips it where there is none.
    private func onStage(_ test: String = #function, _ body: (Stage) throws -> Void) throws {
        guard let bus = try PrivateBus(for: test) else { return }
        defer { bus.end() }
        guard try bus.startPolkit(for: test, defaults: Self.actions, rules: Self.rules) else { return }
        let program = try OtherProgram(userID: 1)
        defer { program.end() }
        try onLoop { loop in
            let callers = CallerProcesses()
            callers.latest = { $0 == program.userID ? program.caller : nil }
            let lane = PoolLane(loop: loop)
            let adapters = PermissionAdapters(
                loop: loop, environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address], callers: callers, lane: lane)
            let sources = TestedSources(adapters)
            defer {
                sources.close()
                lane.close()
            }
            try body(
                Stage(
                    loop: loop, bus: bus, sources: sources, callers: callers, program: program,
                    subject: .uid(program.userID)))
        }
    }

    @Test func `polkit's verdict is one of four statuses, and a refusal says whose it is`() throws {
        try onStage { stage in
            func ask(_ action: String) -> SourceReply {
                stage.sources.make(.polkit(action: action)).answer(
                    "polkit:" + action, of: stage.subject, on: stage.loop)
            }
            #expect(ask("io.test.yes").status == .authorized)
            #expect(ask("io.test.ask").status == .notDetermined)
            let byDefault = ask("io.test.no")
            #expect(byDefault.status == .restricted && byDefault.note?.contains("own default") == true)
            let byRule = ask("io.test.rule")
            #expect(byRule.status == .restricted && byRule.note?.contains("rule of the administrator") == true)
            let missing = ask("io.test.missing")
            #expect(missing.status == .unsupported && missing.note?.contains("no such action") == true)
        }
    }

    @Test func `a subject that polkit cannot judge is unsupported or undetermined, never granted`() throws {
        try onStage { stage in
            let source = stage.sources.make(.polkit(action: "io.test.yes"))
            #expect(source.answer("x", of: .account("ann"), on: stage.loop).status == .unsupported)
            #expect(source.answer("x", of: .machine, on: stage.loop).status == .unsupported)
            guard case .undetermined = source.answer("x", of: .uid(2), on: stage.loop) else {
                Issue.record("user 2 has no program")
                return
            }
        }
    }

    @Test func `a program that has ended grants nothing`() throws {
        try onStage { stage in
            let source = stage.sources.make(.polkit(action: "io.test.yes"))
            let pid = stage.program.caller.processID
            stage.callers.latest = { _ in CallerProcess(processID: pid, userID: 1) { true } }
            let reason = "the program that polkit was asked about has ended"
            #expect(
                source.answer("x", of: stage.subject, on: stage.loop) == .undetermined(reason: reason),
                "polkit has not failed")
        }
    }

    @Test func `a change of polkit's actions is announced for the subjects that were asked about`() throws {
        try onStage { stage in
            let source = stage.sources.make(.polkit(action: "io.test.no"))
            var announced: [Subject?] = []
            source.onChange = { announced.append($0) }
            #expect(source.answer("x", of: stage.subject, on: stage.loop).status == .restricted)
            try stage.bus.write(actions: ["io.test.no": "yes"])
            try run(stage.loop) { !announced.isEmpty }
            #expect(announced.contains(stage.subject))
            let after = source.settle("x", of: stage.subject, on: stage.loop) { $0.status == .authorized }
            #expect(after.status == .authorized)
        }
    }

    @Test func `a polkit that is killed, or hangs, fails the question, and one that comes back answers`() throws {
        try onStage { stage in
            let source = stage.sources.make(.polkit(action: "io.test.yes"))
            #expect(source.answer("x", of: stage.subject, on: stage.loop).status == .authorized)
            stage.bus.pauseService(true)
            #expect(source.answer("x", of: stage.subject, on: stage.loop).isFailure, "it does not answer")
            var reply: SourceReply?
            source.ask(FactQuestion(FactKey(.permission, "x"), of: stage.subject)) { reply = $0 }
            stage.bus.killService()
            try run(stage.loop) { reply != nil }
            #expect(reply?.isFailure == true, "it was killed meanwhile")
            #expect(source.answer("x", of: stage.subject, on: stage.loop).isFailure, "nothing has its name")
            try #require(try stage.bus.startPolkit(for: "restart", defaults: Self.actions, rules: Self.rules))
            #expect(source.answer("x", of: stage.subject, on: stage.loop).status == .authorized)
        }
    }

    @Test func `a bus that is killed fails the question, and announces that its answers count no more`() throws {
        try onStage { stage in
            let source = stage.sources.make(.polkit(action: "io.test.yes"))
            #expect(source.answer("x", of: stage.subject, on: stage.loop).status == .authorized)
            var announced: [Subject?] = []
            source.onChange = { announced.append($0) }
            stage.bus.kill()
            try run(stage.loop) { !announced.isEmpty }
            #expect(announced == [stage.subject])
            #expect(source.answer("x", of: stage.subject, on: stage.loop).isFailure)
        }
    }

    @Test func `a machine without a bus, or without polkit, does not support the permission`() throws {
        guard let bus = try PrivateBus(for: #function) else { return }
        defer { bus.end() }
        for address in ["unix:path=/nowhere/bus", bus.address] {
            try onLoop { loop in
                let callers = CallerProcesses()
                callers.latest = { CallerProcess(processID: 1, userID: $0) { false } }
                let lane = PoolLane(loop: loop)
                let adapters = PermissionAdapters(
                    loop: loop, environment: ["DBUS_SYSTEM_BUS_ADDRESS": address], callers: callers, lane: lane)
                let source = adapters.polkit(action: "io.test.yes")
                let reply = source.answer("x", of: .uid(1), on: loop)
                source.close()
                #expect(reply.status == .unsupported && reply.note != nil, "\(reply)")
                #expect(reply.note?.contains("/") == false, "a user is told no path")
                lane.close()
            }
        }
    }

    @Test func `a prompt says that no agent shows it, and a cancelled one says nothing`() throws {
        try onStage { stage in
            for (action, expected) in [("io.test.ask", PromptResult.noAgent), ("io.test.yes", .asked)] {
                let prompter = try #require(stage.sources.make(.polkit(action: action)).prompter)
                var answers: [PromptResult] = []
                _ = prompter.request(of: stage.program.caller, explaining: "To play") { answers.append($0) }
                try run(stage.loop) { !answers.isEmpty }
                #expect(answers == [expected])
            }
            let source = stage.sources.make(.polkit(action: "io.test.yes"))
            let prompter = try #require(source.prompter)
            var answers = 0
            let number = prompter.request(of: stage.program.caller, explaining: nil) { _ in answers += 1 }
            prompter.cancel(try #require(number))
            #expect(source.answer("x", of: stage.subject, on: stage.loop).status == .authorized)
            #expect(answers == 0)
        }
    }

    @Test func `the last closed source closes the connection`() throws {
        try onStage { stage in
            let sources = ["io.test.yes", "io.test.no"].map { stage.sources.make(.polkit(action: $0)) }
            #expect(sources[0].answer("x", of: stage.subject, on: stage.loop).status == .authorized)
            for source in sources { source.close() }
            let again = stage.sources.make(.polkit(action: "io.test.yes"))
            #expect(again.answer("x", of: stage.subject, on: stage.loop).status == .authorized)
        }
    }
}
