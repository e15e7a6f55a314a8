import Conf
import Routing
import Varlink

/// What stands above a route, `2 cases · run`, and above a case, what it gave.
struct LensAnswer {
    /// The command that a lens runs; its arguments are a URI and the name of a route or of a case.
    static let command = "deeplinkctl.runCases"

    let uri: String
    let lines: LineMap

    /// A lens for each route of a file.
    ///
    /// - Parameter cases: all files of cases of the table.
    func routes(_ walk: StatementWalk, _ cases: [CheckedCases]) -> [Value] {
        var counts: [String: (all: Int, failed: Int)] = [:]
        for verdict in cases.verdicts {
            guard let route = verdict.routeName else { continue }
            counts[route, default: (0, 0)].all += 1
            if !verdict.failures.isEmpty { counts[route, default: (0, 0)].failed += 1 }
        }
        let isFinished = cases.allSatisfy(\.isFinished)
        var lenses: [Value] = []
        walk.visit { statement, form, context in
            guard form?.names.contains(where: { $0.isDeclaration && $0.kind == .route }) == true,
                walk.document.wordCount(of: statement) > 1
            else { return }
            let name = walk.document.text(of: walk.document.word(1, of: statement))
            let key = NameReader.key(.route, name, context)
            let (all, failed) = counts[key.name] ?? (0, 0)
            let text = all == 0 ? "no case" : DiagnosticSummary.count(all, "case")
            let title =
                text + (isFinished ? "" : "…") + (failed > 0 ? ", \(failed) failed" : "") + (all > 0 ? " · run" : "")
            lenses.append(lens(walk.document.place(1, of: statement), title, key.name))
        }
        return lenses
    }

    /// A lens for each case that was run.
    func cases(_ cases: CheckedCases) -> [Value] {
        cases.ownVerdicts.map { verdict in
            lens(verdict.place, verdict.failures.isEmpty ? "passed · run" : "failed · run", verdict.name)
        }
    }

    private func lens(_ place: SourceRange, _ title: String, _ name: String) -> Value {
        let command: Value = .object([
            .init("title", .string(title)), .init("command", .string(Self.command)),
            .init("arguments", .array([.string(uri), .string(name)])),
        ])
        return .object([
            .init("range", lines.range(place.offset..<place.offset + place.length)), .init("command", command),
        ])
    }
}
