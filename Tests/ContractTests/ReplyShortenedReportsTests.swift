import PurchaseWire
import Testing

@testable import Contract

/// How reports that are too long get shorter: in halves, and never without what identifies them.
@Suite struct ReplyShortenedReportsTests {
    private static let files = (0..<5).map { number in
        TableFileReport { ($0.name, $0.revision) = ("f\(number)", "r\(number)") }
    }
    private static let warnings = (0..<3).map { number in
        DiagnosticReport {
            ($0.code, $0.severity, $0.file, $0.line) = ("RT60\(number)", "warning", "f", 1)
            ($0.column, $0.message) = (1, "m")
        }
    }

    /// All steps to the shortest reply.
    private static func steps<Some: Reply>(_ reply: Some) -> [Some] {
        var steps: [Some] = []
        while let next = (steps.last ?? reply).shortened, steps.count < 100 { steps.append(next) }
        return steps
    }

    @Test func `a reload loses half of its warnings at a time, then half of its files`() {
        var report = ReloadReport { ($0.tableRevision, $0.routes) = ("t", 7) }
        (report.files, report.warnings) = (Self.files, Self.warnings)
        let reports = Self.steps(report)
        #expect(reports.map(\.warnings.count) == [1, 0, 0, 0, 0])
        #expect(reports.map(\.files.count) == [5, 5, 2, 1, 0])
        #expect(reports.allSatisfy { $0.tableRevision == "t" && $0.routes == 7 })
        #expect(reports.first?.warnings == Array(Self.warnings.prefix(1)))
    }

    @Test func `a status loses half of its files and sources at a time, and nothing else`() throws {
        var status = StatusReport()
        (status.version, status.tableRevision, status.routes, status.files) = ("1", "t", 7, Self.files)
        status.sources = (0..<3).map { number in
            SourceReport { ($0.fact, $0.source, $0.state) = ("runtime F\(number)", "file:/f\(number)", .stale) }
        }
        status.overrides = [OverrideReport { ($0.fact, $0.endsAfterMs) = ("toggle F on", 1) }]
        let statuses = Self.steps(status)
        #expect(statuses.map(\.files.count) == [2, 1, 0] && statuses.map { $0.sources?.count } == [1, 0, 0])
        var last = try #require(statuses.last)
        (last.files, last.sources) = (status.files, status.sources)
        #expect(last == status)
        status.sources = nil
        #expect(Self.steps(status).count == 3)
    }

    @Test func `reports about purchases lose half of their products at a time, and results of licences stay`() {
        let purchases = (0..<5).map { number in PurchaseReport { $0.product = "p\(number)" } }
        let status = Self.steps(PurchasesReport { ($0.purchases, $0.removed) = (purchases, ["q"]) })
        #expect(status.map(\.purchases.count) == [2, 1])
        #expect(status.allSatisfy { $0.removed == ["q"] })
        let restored = Self.steps(RestoreReport { ($0.kept, $0.purchases) = (9, purchases) })
        #expect(restored.map(\.purchases.count) == [2, 1, 0])
        let products = ProductsReport { $0.products = (0..<4).map { number in .init { $0.id = "p\(number)" } } }
        #expect(Self.steps(products).map(\.products.count) == [2, 1])
        let item = IngestedLicence {
            ($0.code, $0.reason) = ("c", "r")
            $0.products = [.init { $0.product = "p" }]
        }
        let ingested = Self.steps(IngestReport { $0.items = [item, item] }).map(\.items)
        #expect(ingested.map { $0.map(\.products.count) } == [[0, 0], [0, 0]])
        #expect(ingested.map { $0.map(\.reason) } == [["r", "r"], [nil, nil]])
        #expect(ingested.allSatisfy { $0.map(\.code) == ["c", "c"] })
        #expect(Self.steps(TrialReport()).isEmpty)
    }

    @Test func `a watch loses the details of all its features at once, and none of the features`() {
        let features = (0..<3).map { number in
            FeatureReport {
                ($0.path, $0.name, $0.description, $0.availability) = ("F\(number)", "F\(number)", "d", .available)
                ($0.actions, $0.routes) = (["a", "b"], ["r"])
            }
        }
        let steps = Self.steps(WatchFeatures.Answer { ($0.features, $0.removed) = (features, ["G"]) })
        #expect(steps.allSatisfy { $0.removed == ["G"] })
        let told = steps.map(\.features)
        #expect(told.count == 2 && told.allSatisfy { $0.map(\.path) == ["F0", "F1", "F2"] })
        #expect(told.first?.allSatisfy { $0.description == nil && $0.actions == ["a", "b"] } == true)
        #expect(told.last?.map(\.unlisted) == [3, 3, 3])
        #expect(WatchFeatures.Answer { $0.removed = ["G"] }.shortened == nil)
    }

    @Test func `a verified outcome keeps its binding, and errors keep their first diagnostic`() throws {
        var outcome = Outcome(.okWouldPerform, url: "t://x", route: "r", parameters: [.init("a", .string("b"))])
        outcome.text = "answer"
        let verified = VerifyLink.Answer { ($0.outcome, $0.binding, $0.expiresAfterMs) = (outcome, "b", 7) }
        let steps = Self.steps(verified)
        try #require(steps.count == 1 && steps[0].binding == "b" && steps[0].expiresAfterMs == 7)
        let last = steps[0].outcome
        #expect(last.code == .okWouldPerform && last.route == "r" && last.text == nil && last.parameters.isEmpty)
        let first = [Array(Self.warnings.prefix(1))]
        #expect(Self.steps(BadFact { $0.diagnostics = Self.warnings }).map(\.diagnostics) == first)
        #expect(Self.steps(BadTable { $0.diagnostics = Self.warnings }).map(\.diagnostics) == first)
    }

    @Test func `an explanation loses its candidates, then what it would do, before its outcome loses anything`() throws
    {
        let candidates = (0..<4).map { number in
            CandidateReport { ($0.route, $0.feature, $0.action) = ("r\(number)", "F", "a") }
        }
        let outcome = Outcome(.okWouldPerform, url: "t://x", route: "r")
        let preview = ActionPreview(arguments: ["/bin/true"])
        let steps = Self.steps(
            ExplainLink.Answer { ($0.outcome, $0.candidates, $0.preview) = (outcome, candidates, preview) })
        let counts = steps.map { [$0.candidates?.count, $0.preview.arguments?.count ?? 0] }
        #expect(counts == [[2, 1], [1, 1], [0, 1], [0, 0], [0, 0]])
        try #require(steps.count == 5)
        let (before, after) = (steps[3].outcome, steps[4].outcome)
        #expect(before.url == "t://x" && after.url == nil && after.route == "r")
    }
}
