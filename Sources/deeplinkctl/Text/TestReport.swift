internal import Conf
internal import Contract
internal import Routing
internal import Varlink

/// Prints the results of a test run and counts them.
struct TestReport {
    let format: Test.ResultFormat
    private(set) var passedCount = 0
    private(set) var failedCount = 0
    private var coverages: [(table: String, coverage: RouteCoverage)] = []

    init(format: Test.ResultFormat) {
        self.format = format
    }

    /// Prints one result.
    mutating func add(_ result: CaseResult, at position: String) {
        if result.isPassed { passedCount += 1 } else { failedCount += 1 }
        switch format {
        case .json: Output.json(JSONText.text(of: object(of: result, position)))
        case .tap:
            Output.line("\(result.isPassed ? "ok" : "not ok") \(passedCount + failedCount) - \(name(of: result))")
            for failure in result.failures { Output.line("  # " + Escaping.printable(failure)) }
        case .text where !result.isPassed:
            Output.line("✗ \(position): \(name(of: result))")
            Output.line(Escaping.printable("    " + result.testCase.url))
            for failure in result.failures { Output.line("    " + Escaping.printable(failure)) }
        case .text: return
        }
    }

    /// Stores the coverage of one table for the end.
    mutating func add(_ coverage: RouteCoverage, of table: String) {
        coverages.append((table, coverage))
    }

    /// Prints the counts and the routes without a case; returns false if too few routes are covered.
    ///
    /// It compares counts, never rounded percentages: 99.99 % is not 100 %.
    func finish(failUnder: Int?) -> Bool {
        let isCovered = coverages.allSatisfy { _, coverage in
            coverage.touchedCount * 100 >= coverage.routeCount * (failUnder ?? 0)
        }
        switch format {
        case .tap: Output.line("1..\(passedCount + failedCount)")
        case .json:
            for (table, coverage) in coverages { Output.json(JSONText.text(of: object(of: coverage, table))) }
        case .text: printCoverage(isCovered, failUnder)
        }
        return isCovered
    }

    private func printCoverage(_ isCovered: Bool, _ failUnder: Int?) {
        for (table, coverage) in coverages {
            Output.line(
                "\(table): \(coverage.touchedCount) of \(DiagnosticSummary.count(coverage.routeCount, "route")) touched"
            )
            for name in coverage.untouched { Output.line("  no case touches \(name)") }
        }
        if let failUnder, !isCovered { Output.line("fewer than \(failUnder) % of the routes are touched") }
        Output.line("\(passedCount) passed, \(failedCount) failed")
    }

    private func name(of result: CaseResult) -> String { Escaping.printable(result.testCase.name) }

    private func object(of result: CaseResult, _ position: String) -> Value {
        .object([
            .init("case", .string(result.testCase.name)), .init("at", .string(position)),
            .init("passed", .bool(result.isPassed)), .init("code", .string(result.outcome.code.rawValue)),
            .init("failures", .array(result.failures.map(Value.string))),
        ])
    }

    private func object(of coverage: RouteCoverage, _ table: String) -> Value {
        .object([
            .init("table", .string(table)), .init("routes", .integer(Int64(coverage.routeCount))),
            .init("touched", .integer(Int64(coverage.touchedCount))),
            .init("untouched", .array(coverage.untouched.map(Value.string))),
        ])
    }
}
