internal import Contract
internal import Routing

/// The results as commands of a GitHub workflow, which shows them beside the lines of a pull request.
///
/// *Shape*:
///
///     ::error file=routes.cases,line=7,title=an episode has a name::expected ok.wouldPerform, got …
struct GitHubReport {
    let run: TestRun

    init(_ run: TestRun) { self.run = run }

    /// All commands, and the counts.
    var text: String {
        let tables = run.isPart ? [] : run.tables.flatMap(lines)
        let lines = run.remarks + run.cases.compactMap(line) + tables + [run.counts]
        return lines.map { $0 + "\n" }.joined()
    }

    private func line(_ tested: TestedCase) -> String? {
        let failures = tested.result.failures.joined(separator: "\n")
        let place = (tested.file, tested.line)
        switch tested.result.verdict {
        case .failed: return command("error", at: place, tested.name, "\(tested.result.testCase.url)\n\(failures)")
        case .todo: return command("notice", at: place, tested.name, "todo: \(tested.reason ?? "")\n\(failures)")
        case .skipped: return command("notice", at: place, tested.name, "skipped: \(tested.reason ?? "")")
        case .passed: return tested.advice.map { command("notice", at: place, tested.name, $0) }
        }
    }

    /// One command for each line of a table with uncovered nodes: GitHub shows only the first ten of a step.
    private func lines(of table: TestedTable) -> [String] {
        let kind = run.failUnder.map { table.isCovered($0) } ?? true ? "warning" : "error"
        var places: [(file: String, line: Int)] = []
        var nodes: [String: [TestedTable.Uncovered]] = [:]
        for uncovered in table.uncovered {
            let place = table.position(of: uncovered.node) ?? (table.name, 1)
            let key = "\(place.0):\(place.1)"
            if nodes[key] == nil { places.append(place) }
            nodes[key, default: []].append(uncovered)
        }
        let commands = places.map { place in
            let here = nodes["\(place.file):\(place.line)"] ?? []
            let names = here.map { table.title(of: $0.node) }.joined(separator: ", ")
            let draft = here.first.map { "\n\($0.draft.text(named: $0.draft.title))" } ?? ""
            return command(kind, at: place, "without a case", names + draft)
        }
        return commands + [command("notice", at: nil, "coverage", table.summary)]
    }

    private func command(_ name: String, at place: (file: String, line: Int)?, _ title: String, _ text: String)
        -> String
    {
        WorkflowCommand(kind: name, place: place, title: title, text: text).line
    }
}
