import Glibc
import TestSupport
import Testing

/// What answers for a permission is killed or stopped while a flow is under way: the flow ends with the reason, nothing is
/// granted, and the daemon uses what comes back.
@Suite(.serialized) struct ProviderLossTests {
    /// How one thing is lost and comes back.
    enum Loss: String, CaseIterable {
        case polkitKilled, polkitStopped, busKilled, busStopped

        func happen(_ bus: PrivateBus) {
            switch self {
            case .polkitKilled: bus.killService()
            case .polkitStopped: bus.pauseService(true)
            case .busKilled: bus.kill()
            case .busStopped: bus.pause(true)
            }
        }

        func end(_ stage: PromptStage) throws {
            switch self {
            case .polkitKilled: try stage.restartPolkit()
            case .polkitStopped: stage.bus.pauseService(false)
            case .busKilled:
                guard try stage.bus.start() else { throw TestFailure("the bus does not start again") }
                try stage.restartPolkit()
            case .busStopped: stage.bus.pause(false)
            }
        }

        /// The end of the flow, with its sentence.
        var expected: (end: String, message: String) {
            switch self {
            case .polkitKilled: ("completed failed", "polkit ended while it asked.")
            case .busKilled: ("completed failed", "The message bus ended while polkit asked.")
            // Neither is known to be lost: the question has no answer until its deadline.
            case .polkitStopped, .busStopped: ("completed expired", "The question was not answered in time.")
            }
        }
    }

    @Test(arguments: Loss.allCases)
    func `a flow ends with the reason when what asks the person is lost, and the next one finds it again`(
        _ loss: Loss
    ) throws {
        try PromptStage.with { stage in
            let (program, agent) = try stage.startProgramWithAgent()
            let flow = try stage.ask(program, agent, ["pace": "machine"])
            loss.happen(stage.bus)
            #expect(try flow.next() == loss.expected.end)
            #expect(flow.message == loss.expected.message)
            // While it is lost nothing is granted, and everything else is served. Its last answer counts for a second.
            try Patience.lookFor("the loss") { try stage.open() == "pending.undetermined" }
            #expect(try stage.flows.client().open("t://none")["code"].text == "rejected.route.notFound")
            try loss.end(stage)
            if loss == .polkitStopped || loss == .busStopped {
                #expect(try agent.next() == "closes", "the question was taken back when that was possible")
            }
            try Patience.lookFor("polkit") { try stage.open() == "blocked.permission.notDetermined" }
            #expect(stage.flows.effects == 0)
            let (next, nextAgent) = try stage.startProgramWithAgent()
            let again = try stage.ask(next, nextAgent)
            try nextAgent.tell("grant")
            #expect(try again.next(2).last == "completed granted ok.performed")
            #expect(stage.flows.effects == 1)
        }
    }

    // MARK: The permission store

    private func onStore(_ test: String = #function, _ body: (FlowStage, PrivateBus) throws -> Void) throws {
        guard let bus = try PrivateBus(for: test) else { return }
        defer { bus.end() }
        guard try bus.startPermissionStore(for: test) else { return }
        try FlowStage.with(
            "require permission microphone", environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address]
        ) { try body($0, bus) }
    }

    @Test func `the program asks the portal, and its answer has the store looked at again`() throws {
        try onStore { stage, bus in
            let flow = try stage.authorise(["url": "t://go"])
            #expect(try flow.next(2) == ["began microphone", "asking microphone"])
            // A yes without the portal's is no grant.
            try flow.answer("granted", "microphone")
            #expect(try flow.next(2) == ["answered microphone notDetermined", "completed partial"])
            let second = try stage.authorise(["url": "t://go"])
            #expect(try second.next(2) == ["began microphone", "asking microphone"])
            bus.store(["yes"], table: "devices", id: "microphone", app: "")
            // The store's notice may come first.
            _ = try second.answer("asked", "microphone")
            #expect(try second.next(2) == ["answered microphone granted", "completed granted ok.performed"])
            #expect(stage.effects == 1)
        }
    }

    @Test(arguments: [true, false])
    func `a permission store that is killed, or hangs, ends the flow with what is not known`(_ isKilled: Bool) throws {
        try onStore { stage, bus in
            let flow = try stage.authorise(["url": "t://go"])
            #expect(try flow.next(2) == ["began microphone", "asking microphone"])
            // The store hangs when it is asked again, and is killed while it is asked.
            bus.pauseService(true)
            try flow.answer("asked", "microphone")
            if isKilled { bus.killService() }
            #expect(try flow.next() == "completed blocked pending.undetermined")
            #expect(try stage.open() == "pending.undetermined")
            #expect(stage.effects == 0)
            if isKilled {
                try #require(try bus.startPermissionStore(for: "restart"))
            } else {
                bus.pauseService(false)
            }
            try Patience.lookFor("the store") { try stage.open() == "blocked.permission.notDetermined" }
            bus.store(["yes"], table: "devices", id: "microphone", app: "")
            try Patience.lookFor("the store's yes") { try stage.open() == "ok.performed" }
            #expect(stage.effects == 1)
        }
    }

    @Test func `a session bus that is killed ends the flow with what is not known`() throws {
        try onStore { stage, bus in
            let flow = try stage.authorise(["url": "t://go"])
            #expect(try flow.next(2) == ["began microphone", "asking microphone"])
            bus.kill()
            // The loss is noticed by itself, or by the answer.
            _ = try flow.answer("asked", "microphone")
            #expect(try flow.next() == "completed blocked pending.undetermined")
            #expect(try stage.open() == "pending.undetermined")
            #expect(stage.effects == 0)
            try #require(try bus.start())
            try #require(try bus.startPermissionStore(for: "restart"))
            try Patience.lookFor("the store") { try stage.open() == "blocked.permission.notDetermined" }
        }
    }
}
