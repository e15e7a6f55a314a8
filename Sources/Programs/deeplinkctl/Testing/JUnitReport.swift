internal import Conf
internal import Contract
internal import Routing

/// The results as JUnit's XML: a suite for each case file, and one for the coverage of each table.
struct JUnitReport {
    let run: TestRun

    init(_ run: TestRun) { self.run = run }

    /// Those whose coverage is a test of its own.
    private var tables: [TestedTable] { run.isPart && run.failUnder == nil ? [] : run.tables }

    /// The whole document.
    var text: String {
        let failures = run.count(.failed) + tables.count { isUncovered($0) }
        let skipped = run.count(.skipped) + run.count(.todo)
        let tests = run.cases.count + tables.count
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="deeplinkctl test" tests="\(tests)" failures="\(failures)" skipped="\(skipped)">
            \(suites.joined())</testsuites>

            """
    }

    private var suites: [String] {
        var files: [String] = []
        let byFile = Dictionary(grouping: run.cases, by: \.file)
        for tested in run.cases where files.last != tested.file && !files.contains(tested.file) {
            files.append(tested.file)
        }
        return files.map { suite($0, byFile[$0] ?? []) } + tables.map(suite)
    }

    private func suite(_ file: String, _ cases: [TestedCase]) -> String {
        let failed = cases.count { $0.result.verdict == .failed }
        let skipped = cases.count { $0.result.verdict == .skipped || $0.result.verdict == .todo }
        let properties = run.properties.map { "<property name=\"\($0.name)\" value=\(quoted($0.value))/>" }.joined()
        let list = properties.isEmpty ? "" : "    <properties>\(properties)</properties>\n"
        let head =
            "  <testsuite name=\(quoted(file)) tests=\"\(cases.count)\" failures=\"\(failed)\" skipped=\"\(skipped)\">\n"
        return head + list + cases.map(element).joined() + "  </testsuite>\n"
    }

    private func element(_ tested: TestedCase) -> String {
        let start = "    <testcase name=\(quoted(tested.name)) classname=\(quoted(tested.file)) line=\"\(tested.line)\""
        let failures = tested.result.failures
        switch tested.result.verdict {
        case .passed: return start + "/>\n"
        case .failed:
            let text = ([tested.position, tested.result.testCase.url] + failures).joined(separator: "\n")
            return start
                + ">\n      <failure message=\(quoted(failures.first ?? ""))>\(escaped(text))</failure>\n    </testcase>\n"
        case .todo, .skipped:
            let reason = quoted("\(tested.result.verdict.rawValue): \(tested.reason ?? "")")
            return start + ">\n      <skipped message=\(reason)/>\n    </testcase>\n"
        }
    }

    // MARK: Coverage

    private func isUncovered(_ table: TestedTable) -> Bool { run.failUnder.map { !table.isCovered($0) } ?? false }

    private func suite(_ table: TestedTable) -> String {
        let list = table.uncovered.map { "without a case: \(table.title(of: $0.node))" }.joined(separator: "\n")
        let failure = """
                  <failure message="fewer than \(run.failUnder ?? 0) % of the nodes are covered">\(escaped(list))</failure>

            """
        return """
              <testsuite name=\(quoted("coverage of " + table.name)) tests="1" failures="\(isUncovered(table) ? 1 : 0)" skipped="0">
                <properties>
                  <property name="nodes" value="\(table.nodeCount)"/>
                  <property name="covered" value="\(table.coveredCount)"/>
                </properties>
                <testcase name=\(quoted(table.summary)) classname=\(quoted(table.name))>
            \(isUncovered(table) ? failure : "")      <system-out>\(escaped(list))</system-out>
                </testcase>
              </testsuite>

            """
    }

    // MARK: XML

    private func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

    /// A text of XML 1.0, which has no control characters.
    private func escaped(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            Escaping.printable(String(line)).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
                .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
        }.joined(separator: "\n")
    }
}
