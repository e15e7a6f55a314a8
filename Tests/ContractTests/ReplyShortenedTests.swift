import Testing

@testable import Contract

/// Replies that are too long say less, step by step, and end somewhere.
@Suite struct ReplyShortenedTests {
    private func steps<Some: Reply>(_ reply: Some) -> [Some] {
        var steps: [Some] = []
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
        let steps = steps(OutcomeAnswer(outcome)).map(\.outcome)
        try #require(steps.count == 2)
        let (first, last) = (steps[0], steps[1])
        #expect(first.execution?.stdout?.text == String(repeating: "é", count: 32_768))
        #expect(first.execution?.stdout?.truncated == true && first.execution?.stdout?.bytes == 200_000)
        #expect(first.execution?.stderr == outcome.execution?.stderr)
        #expect(first.parameters == outcome.parameters && first.url == outcome.url)
        #expect(last.code == .okPerformed && last.route == "x" && last.parameters.isEmpty && last.url == nil)
    }

    @Test func `lists are halved, and a page says where to go on`() {
        let features = (0..<5).map { number in FeatureReport { $0.path = "F\(number)" } }
        let page = ListFeatures.Answer { $0.features = features }
        #expect(
            page.shortened == ListFeatures.Answer { ($0.features, $0.next) = (Array(features[..<2]), "F1") })
        let diagnostic = DiagnosticReport { ($0.code, $0.message) = ("RT1", "m") }
        func error(_ count: Int) -> BadTable {
            BadTable { $0.diagnostics = Array(repeating: diagnostic, count: count) }
        }
        #expect(error(3).shortened == error(1) && error(1).shortened == nil)
        let candidate = CandidateReport { ($0.route, $0.feature, $0.action) = ("r", "F", "a") }
        func explanation(_ candidates: [CandidateReport]) -> ExplainLink.Answer {
            ExplainLink.Answer { ($0.outcome, $0.candidates) = (Outcome(.routeNotFound), candidates) }
        }
        #expect(explanation([candidate, candidate]).shortened == explanation([candidate]))
    }

    @Test func `a feature loses constraints and description, then its names, which are counted`() throws {
        let feature = FeatureReport {
            ($0.path, $0.description, $0.constraints) = ("F", "d", [])
            ($0.actions, $0.routes, $0.unlisted) = (["a"], ["r", "s"], 4)
        }
        let steps = steps(DescribeFeature.Answer { $0.feature = feature }).map(\.feature)
        try #require(steps.count == 2)
        let (first, last) = (steps[0], steps[1])
        #expect(first.description == nil && first.constraints == nil && first.routes == ["r", "s"])
        #expect(last.actions.isEmpty && last.routes.isEmpty && last.unlisted == 7)
    }

    @Test func `replies without lists and texts of others stay as they are`() {
        let replies: [any Reply] = [
            ChangeAnswer(isDurable: true), BackUpLedger.Answer { ($0.bytes, $0.size) = ("AA==", 1) },
            GetInterfaceDescription.Answer { $0.description = "d" }, VarlinkError.permissionDenied,
        ]
        for reply in replies { #expect(reply.shortened == nil) }
    }
}
