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
        outcome.execution = Execution(
            kind: "exec", durationMs: 1, stdout: .init(text: long, bytes: 200_000, truncated: false),
            stderr: .init(text: "short", bytes: 5, truncated: false))
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
        let features = (0..<5).map { FeatureReport(path: "F\($0)", name: "F", status: .available) }
        #expect(Reply.features(features).shortened == .features(Array(features[..<2]), next: "F1"))
        let diagnostic = DiagnosticReport(
            code: "RT1", severity: "error", file: "t", line: 1, column: 1, message: "m", help: nil, witness: nil,
            related: [])
        #expect(Reply.badTable([diagnostic, diagnostic, diagnostic]).shortened == .badTable([diagnostic]))
        #expect(Reply.badTable([diagnostic]).shortened == nil)
        let candidate = CandidateReport(route: "r", feature: "F", action: "a")
        #expect(
            Reply.explained(Outcome(.routeNotFound), candidates: [candidate, candidate]).shortened
                == .explained(Outcome(.routeNotFound), candidates: [candidate]))
    }

    @Test func `a feature loses constraints and description, then its names, which are counted`() throws {
        let feature = FeatureReport(
            path: "F", name: "F", description: "d", status: .available, constraints: [], actions: ["a"],
            routes: ["r", "s"], unlisted: 4)
        let steps = steps(.feature(feature))
        guard steps.count == 2, case .feature(let first) = steps[0], case .feature(let last) = steps[1] else {
            Issue.record("\(steps.count) steps")
            return
        }
        #expect(first.description == nil && first.constraints == nil && first.routes == ["r", "s"])
        #expect(last.actions.isEmpty && last.routes.isEmpty && last.unlisted == 7)
    }

    @Test func `replies without lists and texts of others stay as they are`() {
        for reply in [Reply.switched(isDurable: true), .backedUp, .description("d"), .failure(.permissionDenied)] {
            #expect(reply.shortened == nil)
        }
    }
}
