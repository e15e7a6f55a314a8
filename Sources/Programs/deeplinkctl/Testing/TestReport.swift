internal import Conf
internal import Contract
internal import Routing

/// Prints the results of a test run, in one of the formats.
struct TestReport {
    let run: TestRun

    init(_ run: TestRun) { self.run = run }

    /// *Units*: names of one kind of nodes that a report for people lists.
    private static let mostNames = 30

    /// Prints everything.
    func show(_ format: Test.ResultFormat) {
        switch format {
        case .text: showText()
        case .json:
            showHead(format)
            showResults(format)
            for table in run.tables where !run.isPart { Output.json(object(of: table)) }
        case .tap:
            showHead(format)
            showResults(format)
            showTAPCoverage()
        case .junit: Output.text(JUnitReport(run).text)
        case .sarif: Output.text(SARIFReport(run).text)
        case .github: Output.text(GitHubReport(run).text)
        }
    }

    /// Prints the results alone, as where another file has an error.
    func showResults(_ format: Test.ResultFormat) {
        switch format {
        case .text: showFailures()
        case .json: for tested in run.cases { Output.json(object(of: tested)) }
        case .tap: for (number, tested) in run.cases.enumerated() { showTAP(tested, number + 1) }
        case .junit, .sarif, .github: return
        }
    }

    /// Prints who decided, and the seed of random order.
    private func showHead(_ format: Test.ResultFormat) {
        if format == .json {
            if let daemon = run.properties.first(where: { $0.name == "decider" }) {
                Output.json(["decider": daemon.value] as JSONObject)
            }
            if let seed = run.seed { Output.json(["seed": Int64(bitPattern: seed)] as JSONObject) }
            return
        }
        for remark in run.remarks { Output.line(Line((format == .tap ? "# " : "") + remark)) }
    }

    // MARK: Text

    private func showText() {
        showHead(.text)
        for table in run.tables { show(table) }
        showFailures()
        if let failUnder = run.failUnder, !run.isCovered {
            Output.line("fewer than \(failUnder) % of the nodes are covered")
        }
        Output.line(Line(run.counts, run.isPassed ? .good : .bad))
    }

    private func show(_ table: TestedTable) {
        Output.line(Line(table.summary))
        guard !run.isPart else { return }
        for (kind, nodes, covered, uncovered) in table.kinds where !uncovered.isEmpty {
            let names = uncovered.prefix(Self.mostNames).map { $0.node.name(in: table.ruleset) }
            let rest = uncovered.count - names.count
            let list = (names + (rest > 0 ? ["and \(rest) more"] : [])).joined(separator: ", ")
            let text = "\(kind.plural), \(covered) of \(nodes); without a case: \(list)"
            for line in TextBlock.wrapped(text, indent: 2, hanging: 4) { Output.line(Line(line)) }
        }
        guard let first = table.uncovered.first else { return }
        Output.line("  a case for \(table.title(of: first.node)); `deeplinkctl gen-cases` writes those for all:")
        for line in first.draft.text(named: first.draft.title).split(separator: "\n") {
            Output.line(Line(whole: "    " + line, .aside))
        }
    }

    /// Prints the cases that have failed, and those whose `todo` is done.
    private func showFailures() {
        var lines: [Line] = []
        for tested in run.cases {
            if tested.result.verdict == .failed {
                lines.append(Line("✗", .bad) + Line(" \(tested.position): \(tested.name)"))
                lines += ([tested.result.testCase.url] + tested.result.failures).map { Line("    " + $0) }
            } else if let advice = tested.advice {
                lines += [Line("✓", .good) + Line(" \(tested.position): \(tested.name)"), Line("    " + advice)]
            }
        }
        Output.lines(lines)
    }

    // MARK: JSON

    private func object(of tested: TestedCase) -> JSONObject {
        let outcome = tested.result.outcome
        return [
            "case": tested.name, "at": tested.position, "passed": tested.result.isPassed,
            "verdict": tested.result.verdict.rawValue, "code": outcome?.code.rawValue,
            "failures": tested.result.failures, "reason": tested.reason,
            "instead": outcome?.instead.map { $0.feature + "." + $0.action },
        ]
    }

    private func object(of table: TestedTable) -> JSONObject {
        let kinds = table.kinds.map {
            ["kind": $0.kind.rawValue, "nodes": $0.nodes, "covered": $0.covered] as JSONObject
        }
        let uncovered = table.uncovered.map { node, draft in
            [
                "kind": node.kind.rawValue, "name": node.name(in: table.ruleset),
                "at": table.position(of: node).map { "\($0.file):\($0.line)" }, "case": draft.text(named: draft.title),
            ] as JSONObject
        }
        return [
            "table": table.name, "nodes": table.nodeCount, "covered": table.coveredCount, "kinds": kinds,
            "uncovered": uncovered, "unreached": table.unreached,
        ]
    }

    // MARK: TAP

    private func showTAP(_ tested: TestedCase, _ number: Int) {
        let name = tested.name.replacing("#", with: "\\#")
        switch tested.result.verdict {
        case .passed: Output.line(Line(whole: "ok \(number) - \(name)"))
        case .skipped: Output.line(Line(whole: "ok \(number) - \(name) # skip \(tested.reason ?? "")"))
        case .failed: Output.line(Line(whole: "not ok \(number) - \(name)"))
        case .todo: Output.line(Line(whole: "not ok \(number) - \(name) # todo \(tested.reason ?? "")"))
        }
        for failure in tested.result.failures + (tested.advice.map { [$0] } ?? []) {
            Output.line(Line(whole: "# \(failure)"))
        }
    }

    /// A threshold is one more test, so that its failure is not only an exit status.
    private func showTAPCoverage() {
        var number = run.cases.count
        if let percent = run.failUnder {
            for table in run.tables {
                number += 1
                let verdict = table.isCovered(percent) ? "ok" : "not ok"
                Output.line(
                    Line(whole: "\(verdict) \(number) - \(percent) % of the nodes of \(table.name) are covered"))
            }
        }
        Output.line(Line(whole: "1..\(number)"))
        for table in run.tables where !run.isPart {
            Output.line(Line(whole: "# \(table.summary)"))
            for (node, _) in table.uncovered { Output.line(Line(whole: "# without a case: \(table.title(of: node))")) }
        }
    }
}
