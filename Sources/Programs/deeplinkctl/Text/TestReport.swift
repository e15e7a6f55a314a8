internal import Conf
internal import Contract
internal import Routing

/// Prints the results of a test run and counts them.
struct TestReport {
    let format: Test.ResultFormat
    private(set) var passedCount = 0
    private(set) var failedCount = 0
    /// The lines about failed cases, with colours, which are printed last as text: behind them no list of routes hides them.
    private(set) var failures: [Line] = []
    private(set) var coverages: [(table: String, coverage: RouteCoverage)] = []

    /// Prints one result.
    mutating func add(_ result: CaseResult, at position: String) {
        if result.isPassed { passedCount += 1 } else { failedCount += 1 }
        switch format {
        case .json: Output.json(Self.object(of: result, position))
        case .tap:
            Output.line("\(result.isPassed ? "ok" : "not ok") \(passedCount + failedCount) - \(result.testCase.name)")
            for failure in result.failures { Output.line("  # \(failure)") }
        case .text where !result.isPassed:
            failures.append(Line("✗", .bad) + Line(" \(position): \(result.testCase.name)"))
            failures += ([result.testCase.url] + result.failures).map { Line("    " + $0) }
        case .text: return
        }
    }

    /// Stores the coverage of one table for the end.
    mutating func add(_ coverage: RouteCoverage, of table: String) {
        coverages.append((table, coverage))
    }

    /// Prints the routes without a case, the failed cases and the counts; returns false if too few routes are covered.
    ///
    /// It compares counts, never rounded percentages: 99.99 % is not 100 %.
    func finish(failUnder: Int?) -> Bool {
        let isCovered = coverages.allSatisfy { _, coverage in
            coverage.touchedCount * 100 >= coverage.routeCount * (failUnder ?? 0)
        }
        switch format {
        case .tap: Output.line("1..\(passedCount + failedCount)")
        case .json:
            for (table, coverage) in coverages { Output.json(Self.object(of: coverage, table)) }
        case .text: printCoverage(isCovered, failUnder)
        }
        return isCovered
    }

    /// Prints the cases that have failed.
    func showFailures() {
        Output.lines(failures)
    }

    private func printCoverage(_ isCovered: Bool, _ failUnder: Int?) {
        for (table, coverage) in coverages {
            Output.line(
                "\(table): \(coverage.touchedCount) of \(DiagnosticSummary.count(coverage.routeCount, "route")) touched"
            )
            guard !coverage.untouched.isEmpty else { continue }
            let names = coverage.untouched.joined(separator: ", ")
            for line in TextBlock.wrapped("no case touches \(names)", indent: 2, hanging: 4) { Output.line(Line(line)) }
        }
        showFailures()
        if let failUnder, !isCovered { Output.line("fewer than \(failUnder) % of the routes are touched") }
        let isPassed = isCovered && failedCount == 0
        Output.line(Line("\(passedCount) passed, \(failedCount) failed", isPassed ? .good : .bad))
    }

    private static func object(of result: CaseResult, _ position: String) -> JSONObject {
        [
            "case": result.testCase.name, "at": position, "passed": result.isPassed,
            "code": result.outcome.code.rawValue, "failures": result.failures,
            "instead": result.outcome.instead.map { $0.feature + "." + $0.action },
        ]
    }

    private static func object(of coverage: RouteCoverage, _ table: String) -> JSONObject {
        [
            "table": table, "routes": coverage.routeCount, "touched": coverage.touchedCount,
            "untouched": coverage.untouched,
        ]
    }
}
