import Testing

@testable import Contract

/// Replies that are too long say less, step by step, and end somewhere.
@Suite struct ReplyShortenedTests {
    private func steps(_ reply: Reply) -> [Reply] {
        var steps: [Reply] = []
        var next = reply.shortened
        while let reply = next, steps.count < 100 {
            steps.append(reply)
            next = reply.shortened
        }
        return steps
    }

    @Test func `an outcome first loses output of its program, then what can be had otherwise`() throws {
        var outcome = Outcome(.okPerformed, url: "t://x", route: "x", parameters: [.init("a", .string("b"))])
        let long = String(repeating: "é", count: 100_000)
        outcome.execution = Execution {
            $0.stdout = .init { ($0.text, $0.bytes) = (long, 200_000) }
            $0.stderr = .init { ($0.text, $0.bytes) = ("short", 5) }
        }
        let steps = steps(.outcome(outcome))
        guard steps.count == 2, case .outcome(let first) = steps[0], case .outcome(let last) = steps[1] else {
            Issue.record("\(steps.count) steps")
            return
        }
        #expect(first.execution?.stdout?.text == String(repeating: "é", count: 32_768))
        #expect(first.execution?.stdout?.truncated == true && first.execution?.stdout?.bytes == 200_000)
        #expect(first.execution?.stderr == outcome.execution?.stderr)
        #expect(first.parameters == outcome.parameters && first.url == outcome.url)
        #expect(last.code == .okPerformed && last.route == "x" && last.parameters.isEmpty && last.url == nil)
    }

    @Test func `lists are halved, and a page says where to go on`() {
        let features = (0..<5).map { number in FeatureReport { $0.path = "F\(number)" } }
        #expect(Reply.features(features).shortened == .features(Array(features[..<2]), next: "F1"))
        let diagnostic = DiagnosticReport { ($0.code, $0.message) = ("RT1", "m") }
        #expect(Reply.badTable([diagnostic, diagnostic, diagnostic]).shortened == .badTable([diagnostic]))
        #expect(Reply.badTable([diagnostic]).shortened == nil)
        let candidate = CandidateReport { ($0.route, $0.feature, $0.action) = ("r", "F", "a") }
        #expect(
            Reply.explained(Outcome(.routeNotFound), candidates: [candidate, candidate]).shortened
                == .explained(Outcome(.routeNotFound), candidates: [candidate]))
    }

    @Test func `a feature loses constraints and description, then its names, which are counted`() throws {
        let feature = FeatureReport {
            ($0.path, $0.description, $0.constraints) = ("F", "d", [])
            ($0.actions, $0.routes, $0.unlisted) = (["a"], ["r", "s"], 4)
        }
        let steps = steps(.feature(feature))
        guard steps.count == 2, case .feature(let first) = steps[0], case .feature(let last) = steps[1] else {
            Issue.record("\(steps.count) steps")
            return
        }
        #expect(first.description == nil && first.constraints == nil && first.routes == ["r", "s"])
        #expect(last.actions.isEmpty && last.routes.isEmpty && last.unlisted == 7)
    }

    @Test func `replies without lists and texts of others stay as they are`() {
        for reply in [
            Reply.switched(isDurable: true), .copied(bytes: "AA==", size: 1), .description("d"),
            .failure(.permissionDenied),
        ] {
            #expect(reply.shortened == nil)
        }
    }
}
