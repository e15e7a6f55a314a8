import Glibc
import TestSupport
import Testing

/// Flows in which the system asks the person: a real polkit, with an agent that the test answers.
@Suite(.serialized) struct PromptTests {
    private static let permission = PromptStage.permission

    // MARK: What the person does

    @Test(arguments: ["auth_self", "auth_self_keep"])
    func `the person authenticates, and the link is performed once`(_ answer: String) throws {
        try PromptStage.with(answer: answer) { stage in
            let (program, agent) = try stage.startProgramWithAgent()
            #expect(try program.client.open("t://go")["code"].text == "blocked.permission.notDetermined")
            let flow = try stage.ask(program, agent)
            #expect(stage.flows.effects == 0)
            try agent.tell("grant")
            #expect(
                try flow.next(2) == ["answered \(Self.permission) granted by system", "completed granted ok.performed"])
            #expect(stage.flows.effects == 1)
            // An authentication that polkit does not keep is used up: the next link needs another.
            guard answer == "auth_self" else { return }
            try Patience.lookFor("the end of what polkit granted") {
                try stage.open() == "blocked.permission.notDetermined"
            }
        }
    }

    @Test(arguments: [(["de-AT"], "Zum Abspielen"), (["fr"], "To play")])
    func `the dialogue says what the permission is used for, in the caller's language`(
        _ languages: [String], _ usage: String
    ) throws {
        let requirement = #"require permission \#(Self.permission) "To play" de "Zum Abspielen""#
        try PromptStage.with(requirements: requirement) { stage in
            let (program, agent) = try stage.startProgramWithAgent()
            let flow = try stage.ask(program, agent, ["languages": languages])
            try agent.tell("message")
            let message = try agent.next()
            #expect(message.hasPrefix("says “") && message.hasSuffix("”: " + usage), "\(message)")
            try agent.tell("grant")
            #expect(try flow.next(2).last == "completed granted ok.performed")
        }
    }

    @Test(arguments: ["refuse", "dismiss"])
    func `a wrong password and a closed dialogue are a no, which rests unless the person begins`(_ word: String) throws
    {
        try PromptStage.with { stage in
            let (program, agent) = try stage.startProgramWithAgent()
            let flow = try stage.ask(program, agent)
            try agent.tell(word)
            #expect(try flow.next(2) == ["answered \(Self.permission) denied by system", "completed denied"])
            let again = try program.authorise()
            #expect(try again.next(2) == ["began \(Self.permission)", "completed denied"])
            let third = try stage.ask(program, agent, ["initiated": true])
            try agent.tell("grant")
            #expect(try third.next(2).last == "completed granted ok.performed")
            #expect(stage.flows.effects == 1)
        }
    }

    @Test func `a session without an agent is told so, and that is no refusal`() throws {
        try PromptStage.with { stage in
            let program = try stage.startProgram()
            let flow = try program.authorise()
            #expect(
                try flow.next(3) == [
                    "began \(Self.permission)", "asking \(Self.permission) by system", "completed noAgent",
                ])
            #expect(flow.message.contains("no program shows such questions in your session"))
            #expect(try program.client.open("t://go")["code"].text == "blocked.permission.notDetermined")
            let agent = try PolkitAgent(of: program.processID, on: stage.bus)
            let second = try stage.ask(program, agent)
            try agent.tell("grant")
            #expect(try second.next(2).last == "completed granted ok.performed")
            #expect(stage.flows.effects == 1)
        }
    }

    // MARK: What ends the question

    @Test(arguments: [("cancel", ["completed cancelled"]), ("skip", ["answered", "completed partial"])])
    func `an answer of the program closes the dialogue`(_ word: String, _ expected: [String]) throws {
        try PromptStage.with { stage in
            let (program, agent) = try stage.startProgramWithAgent()
            let flow = try stage.ask(program, agent)
            let other = try stage.startProgram()
            for refused in ["granted", "denied", "asked"] {
                let error = try flow.answer(refused, Self.permission, by: other.client)
                #expect(error == "io.deeplinkd.Permissions.NotAsked", "the system asks, and not the program")
            }
            #expect(try flow.answer(word, Self.permission, by: other.client) == "-")
            let answers = try flow.next(expected.count)
            #expect(zip(answers, expected).allSatisfy { $0.hasPrefix($1) }, "\(answers)")
            #expect(try agent.next() == "closes")
            #expect(try stage.open() == "blocked.permission.notDetermined")
            #expect(stage.flows.effects == 0)
        }
    }

    @Test(arguments: [true, false])
    func `the dialogue closes when the program ends, or closes its connection`(_ isKilled: Bool) throws {
        try PromptStage.with { stage in
            let (program, agent) = try stage.startProgramWithAgent()
            let flow = try stage.ask(program, agent)
            if isKilled { program.kill() } else { flow.client.finishSending() }
            #expect(try agent.next() == "closes")
            try stage.flows.daemon.awaitLog("cancelled")
            #expect(try stage.open() == "blocked.permission.notDetermined")
            #expect(stage.flows.effects == 0)
        }
    }

    @Test func `a newer flow of the user closes the older one's dialogue, and shows its own`() throws {
        try PromptStage.with { stage in
            let (program, agent) = try stage.startProgramWithAgent()
            let older = try stage.ask(program, agent)
            let (other, otherAgent) = try stage.startProgramWithAgent()
            let newer = try stage.ask(other, otherAgent)
            #expect(try older.next() == "completed superseded")
            #expect(try agent.next() == "closes")
            try otherAgent.tell("grant")
            #expect(try newer.next(2).last == "completed granted ok.performed")
            #expect(stage.flows.effects == 1)
        }
    }

    @Test func `a question without an answer closes at its deadline`() throws {
        try PromptStage.with { stage in
            let (program, agent) = try stage.startProgramWithAgent()
            let flow = try stage.ask(program, agent, ["pace": "machine"])
            #expect(try flow.next() == "completed expired")
            #expect(try agent.next() == "closes")
            #expect(stage.flows.effects == 0)
        }
    }

    @Test func `a table that asks polkit no more closes the dialogue, and goes on without it`() throws {
        try PromptStage.with { stage in
            let (program, agent) = try stage.startProgramWithAgent()
            let flow = try stage.ask(program, agent)
            try stage.flows.reload("require profile production")
            #expect(try agent.next() == "closes")
            #expect(
                try flow.next(2) == ["answered \(Self.permission) granted by system", "completed granted ok.performed"])
            let (second, secondAgent) = try stage.startProgramWithAgent()
            try stage.flows.reload("require permission \(Self.permission)")
            let other = try stage.ask(second, secondAgent)
            let file = try stage.flows.daemon.folder.write("play", "notDetermined")
            try stage.flows.reload(
                "require permission \(Self.permission)", head: "permission \(Self.permission) from file \(file)")
            #expect(try secondAgent.next() == "closes")
            #expect(try other.next() == "completed changed")
        }
    }

    @Test func `SIGTERM closes the dialogue, and ends the flow with the daemon`() throws {
        try PromptStage.with { stage in
            let (program, agent) = try stage.startProgramWithAgent()
            let flow = try stage.ask(program, agent)
            stage.flows.daemon.program.signal(SIGTERM)
            #expect(try flow.next() == "completed shutdown")
            #expect(try agent.next() == "closes")
            #expect(try stage.flows.daemon.program.wait() == .code(0))
        }
    }

    @Test func `two users are asked about two actions at the same time`() throws {
        let second = PromptStage.secondAction
        let more = "feature Second {\n require permission polkit:\(second)\n action a {\n respond\n }\n}"
        try PromptStage.with(head: more) { stage in
            let (program, agent) = try stage.startProgramWithAgent()
            let flow = try stage.ask(program, agent)
            // The second user's link needs another action, and so another question with its own name at polkit.
            let other = try UserProgram(of: 2, connectedTo: stage.flows.address)
            let otherAgent = try PolkitAgent(of: other.processID, on: stage.bus)
            let otherFlow = FlowClient(client: other.client, other: other.client)
            try otherFlow.begin(["feature": "Second"])
            #expect(
                try otherFlow.next(2) == ["began polkit:\(second)", "asking polkit:\(second) by system"])
            #expect(try otherAgent.next() == "asks \(second)")
            try agent.tell("grant")
            #expect(try flow.next(2).last == "completed granted ok.performed")
            try otherAgent.tell("grant")
            #expect(try otherFlow.next(2).last == "completed granted")
        }
    }
}
