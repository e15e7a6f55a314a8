internal import Authoring
internal import Conf
internal import Contract
internal import Routing

/// Prints what became of the mutants of tables.
struct MutationReport {
    private let results: [MutationResult]
    /// The names of cases that a new one cannot have.
    private var names: Set<String>

    /// - Parameter names: those of the cases that exist.
    init(_ results: [MutationResult], names: [String]) { (self.results, self.names) = (results, Set(names)) }

    /// Prints everything, as text or as JSON Lines.
    mutating func show(_ format: Test.ResultFormat) {
        for result in results {
            if format == .text {
                showText(result)
            } else {
                for (mutant, verdict) in result.judged { Output.json(object(mutant, verdict)) }
                Output.json(summary(result))
            }
        }
    }

    // MARK: Text

    private mutating func showText(_ result: MutationResult) {
        Output.line(Line(Self.sentence(result), result.hasSurvivors ? .bad : .good))
        if result.judged.count < result.count {
            let order = result.seed.map { ", in the random order of --seed \($0)" } ?? ""
            let start = result.isInterrupted ? "interrupted: " : ""
            Output.line(Line("  \(start)\(result.judged.count) of \(result.count) were tried\(order)"))
        }
        for (mutant, verdict) in result.judged { show(mutant, verdict) }
    }

    /// *Shape*: `routes.conf: 1 of 62 mutants survived; 53 killed, 8 refused`.
    private static func sentence(_ result: MutationResult) -> String {
        let others = ["killed", "refused", "equal", "unproven"].compactMap { word -> String? in
            let count = result.count(word)
            return count > 0 ? "\(count) \(word)" : nil
        }
        let mutants = DiagnosticSummary.count(result.judged.count, "mutant")
        let rest = others.isEmpty ? "" : "; " + others.joined(separator: ", ")
        return "\(result.table.name): \(result.count("survived")) of \(mutants) survived\(rest)"
    }

    private mutating func show(_ mutant: TableMutant, _ verdict: MutantVerdict) {
        let place = "\(mutant.file):\(mutant.line):\(mutant.column)"
        let change =
            mutant.original == mutant.statement ? mutant.sentence : "\(mutant.sentence) in `\(mutant.statement)`"
        switch verdict {
        case .killed, .refused, .equal: return
        case .unproven:
            Output.line(Line("unproven", .doubtful) + Line("  \(place): \(change)"))
            Output.line("    a link may be decided in another way, and no case was found that shows it")
        case .survived(let contrast):
            Output.line(Line("survived", .bad) + Line("  \(place): \(change)"))
            for failure in contrast.failures { Output.line(Line("    " + failure)) }
            for line in text(contrast.draft).split(separator: "\n") { Output.line(Line(whole: "    " + line, .aside)) }
        }
    }

    /// A case under a name of its own.
    private mutating func text(_ draft: CaseDraft) -> String {
        draft.text(named: GenCases.unique(draft.title, in: &names))
    }

    // MARK: JSON

    private mutating func object(_ mutant: TableMutant, _ verdict: MutantVerdict) -> JSONObject {
        var (killer, reason, contrast): (String?, String?, CaseContrast?)
        switch verdict {
        case .killed(let by): killer = by
        case .refused(let error): reason = error
        case .survived(let found): contrast = found
        case .equal, .unproven: break
        }
        return [
            "mutant": mutant.kind.rawValue, "verdict": verdict.word,
            "at": "\(mutant.file):\(mutant.line):\(mutant.column)", "statement": mutant.statement,
            "original": mutant.original, "replacement": mutant.replacement, "route": mutant.subject.route,
            "feature": mutant.subject.feature, "killedBy": killer, "reason": reason, "link": contrast?.draft.url,
            "failures": contrast?.failures, "case": contrast.map { text($0.draft) },
        ]
    }

    private func summary(_ result: MutationResult) -> JSONObject {
        [
            "table": result.table.name, "mutants": result.count, "tried": result.judged.count,
            "killed": result.count("killed"), "refused": result.count("refused"), "equal": result.count("equal"),
            "unproven": result.count("unproven"), "survived": result.count("survived"),
            "seed": result.seed.map { Int64(bitPattern: $0) },
        ]
    }
}
