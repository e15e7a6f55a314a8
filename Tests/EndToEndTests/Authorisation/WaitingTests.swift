import Foundation
import Glibc
import Testing

/// `Open` with `waitMs`: kept until what blocks it is lifted, and performed once.
@Suite struct WaitingTests {
    private func wait(
        _ stage: FlowStage, _ parameters: [String: Any] = [:], as user: OtherUser? = nil
    ) throws -> RawClient {
        let client = try stage.client(of: user)
        let all = ["url": "t://go", "waitMs": 600_000].merging(parameters) { $1 }
        try client.send(RawClient.message("io.deeplinkd.Dispatch.Open", all))
        return client
    }

    private func code(_ client: RawClient) throws -> String {
        try client.receive()?["parameters.outcome.code"].text ?? "closed"
    }

    /// Waits until the daemon has read what was sent before.
    private func settle(_ stage: FlowStage) throws { _ = try stage.client().call("io.deeplinkd.Monitor.Status") }

    private func toggle(_ on: Bool, _ stage: FlowStage, as user: OtherUser? = nil) throws {
        let answer = try stage.client(of: user).call(
            "io.deeplinkd.Features.SetToggle", ["feature": "Share", "on": on])
        guard answer["error"] == nil else { throw TestFailure("\(answer)") }
    }

    @Test func `a request that waits is performed once when its switch goes on`() throws {
        try FlowStage.with("require toggle off") { stage in
            let waiting = try wait(stage)
            try settle(stage)
            #expect(try !waiting.hasAnswer())
            try toggle(true, stage)
            #expect(try code(waiting) == "ok.performed")
            try toggle(false, stage)
            try toggle(true, stage)
            #expect(try stage.open() == "ok.performed")
            #expect(stage.effects == 2)
        }
    }

    @Test func `a request waits for a consent that a flow brings, and for a file that announces nothing`() throws {
        try FlowStage.with("require permission contacts\nrequire permission camera") { stage in
            _ = try stage.daemon.folder.write("camera", "notDetermined")
            let waiting = try wait(stage)
            try settle(stage)
            let flow = try stage.authorise(["feature": "Share"])
            #expect(try flow.next(2) == ["began contacts+camera", "asking contacts"])
            try flow.answer("granted", "contacts")
            _ = try flow.next(2)
            #expect(try !waiting.hasAnswer())
            _ = try stage.daemon.folder.write("camera", "authorized")
            #expect(try code(waiting) == "ok.performed")
            #expect(stage.effects == 1)
        }
    }

    @Test func `when the time is over, the answer says what stands in the way then`() throws {
        try FlowStage.with("require toggle off\nrequire permission contacts") { stage in
            let waiting = try wait(stage, ["waitMs": 1500])
            try settle(stage)
            try toggle(true, stage)
            #expect(try code(waiting) == "blocked.permission.notDetermined")
        }
    }

    @Test func `a newer request has the older answered, and one of another user waits beside it`() throws {
        guard OtherUser.isPossible(for: "another user's request waits beside mine") else { return }
        try FlowStage.with("require toggle off") { stage in
            let older = try wait(stage)
            let others = try wait(stage, as: FlowStage.bob)
            try settle(stage)
            let newer = try wait(stage)
            #expect(try code(older) == "blocked.toggle.off")
            try toggle(true, stage)
            #expect(try code(newer) == "ok.performed")
            #expect(try !others.hasAnswer())
            #expect(stage.effects == 1)
        }
    }

    @Test func `another user who moves an own switch all the time does not delay a request that waits`() throws {
        guard OtherUser.isPossible(for: "another user moves a switch") else { return }
        try FlowStage.with("require toggle off") { stage in
            let waiting = try wait(stage, ["waitMs": 10_000])
            try settle(stage)
            try toggle(true, stage)
            let others = try stage.client(of: FlowStage.bob)
            var isOn = false
            while try !waiting.hasAnswer() {
                isOn.toggle()
                _ = try others.call("io.deeplinkd.Features.SetToggle", ["feature": "Share", "on": isOn])
            }
            #expect(try code(waiting) == "ok.performed")
        }
    }

    @Test func `the end of the connection ends the wait`() throws {
        try FlowStage.with("require toggle off") { stage in
            do {
                let waiting = try wait(stage)
                try settle(stage)
                _ = waiting
            }
            let asking = try stage.client()
            try Patience.lookFor("one connection") {
                try asking.call("io.deeplinkd.Monitor.Status")["parameters.connections"].text == "1"
            }
            try toggle(true, stage)
            #expect(try stage.open() == "ok.performed")
            #expect(stage.effects == 1)
        }
    }

    @Test func `a reload looks again, and the end of the daemon answers`() throws {
        try FlowStage.with("require toggle off") { stage in
            let first = try wait(stage)
            try settle(stage)
            try stage.reload("require profile production")
            #expect(try code(first) == "ok.performed")
            try stage.reload("require toggle off")
            let second = try wait(stage)
            try settle(stage)
            stage.daemon.program.signal(SIGTERM)
            #expect(try code(second) == "rejected.shuttingDown")
            #expect(try stage.daemon.program.wait() == .code(0))
            #expect(stage.effects == 1)
        }
    }

    @Test func `a wait ends in time also while a source is asked`() throws {
        try withFolder { folder in
            let path = folder.path(of: "flags")
            let service = try FlagService(at: path, .answer(#"{"on":false}"#))
            defer { service.stop() }
            try FlowStage.with("require runtime from varlink unix:\(path) io.example.Flags.Get") { stage in
                let waiting = try wait(stage, ["waitMs": 1500])
                try settle(stage)
                let asked = service.received.count
                // The next look asks the service, which does not answer for the two seconds that it has.
                service.begin(.silence)
                try Patience.lookFor("a look") { service.received.count > asked }
                let start = ContinuousClock.now
                #expect(try code(waiting) == "blocked.feature.disabled")
                #expect(ContinuousClock.now - start < .milliseconds(1800))
            }
        }
    }

    @Test func `the deadline of the call ends the wait too, and waits out of range are refused`() throws {
        try FlowStage.with("require toggle off") { stage in
            let waiting = try wait(stage, ["deadlineMs": 200])
            #expect(try code(waiting) == "failed.timeout")
            try toggle(true, stage)
            #expect(try stage.open() == "ok.performed")
            #expect(stage.effects == 1)
            for waitMs in [0, -1, 600_001] {
                let answer = try stage.client().call(
                    "io.deeplinkd.Dispatch.Open", ["url": "t://go", "waitMs": waitMs])
                #expect(answer["parameters.parameter"].text == "waitMs")
            }
        }
    }
}
