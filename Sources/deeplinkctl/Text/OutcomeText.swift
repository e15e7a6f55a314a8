internal import Conf
internal import Contract
internal import Features
internal import Varlink

/// An outcome as text for people: its code, its link, the constraints that are not met, the remedies.
struct OutcomeText {
    let outcome: Outcome
    /// Builds commands for the daemon in question; nil if no daemon was asked.
    let next: NextCommand?

    /// The lines, each with its line end.
    var text: String {
        var lines = [headline]
        lines += about
        lines += ConstraintText(constraints: outcome.constraints, remedies: outcome.remedies, next: next).lines
        lines += execution
        return lines.joined(separator: "\n") + "\n"
    }

    private var headline: String {
        let code = outcome.code
        return Output.coloured(code.rawValue, code.outcomeClass) + "  " + Escaping.printable(outcome.message)
    }

    private var about: [String] {
        var lines: [String] = []
        if let url = outcome.url { lines.append(TextRow.line("url", url)) }
        if let route = outcome.route { lines.append(TextRow.line("route", route)) }
        if let feature = outcome.feature {
            lines.append(TextRow.line("feature", feature + (outcome.action.map { " · " + $0 } ?? "")))
        }
        if !outcome.parameters.isEmpty {
            lines.append(
                TextRow.line(
                    "with", outcome.parameters.map { "\($0.name) = \($0.value.argumentText)" }.joined(separator: ", ")))
        }
        if let rejection = outcome.rejection { lines += self.rejection(rejection) }
        for hop in outcome.via { lines.append(TextRow.line("via", hop)) }
        if let result = outcome.result { lines.append(TextRow.line("answer", JSONText.text(of: result))) }
        return lines
    }

    private func rejection(_ rejection: Rejection) -> [String] {
        var lines: [String] = []
        if let offset = rejection.offset {
            lines.append(TextRow.line("where", "byte \(offset)" + (rejection.component.map { ", in the \($0)" } ?? "")))
        }
        if let rule = rejection.rule { lines.append(TextRow.line("rule", rule)) }
        if let expected = rejection.expected { lines.append(TextRow.line("expected", expected)) }
        if let nearest = rejection.nearest {
            lines.append(TextRow.line("nearest", nearest + (rejection.failure.map { ": " + $0 } ?? "")))
        }
        return lines
    }

    private var execution: [String] {
        guard let execution = outcome.execution else { return [] }
        var lines: [String] = []
        if let ending = ending(of: execution) { lines.append(TextRow.line("exit", ending)) }
        for (name, stream) in [("stdout", execution.stdout), ("stderr", execution.stderr)] {
            guard let stream, stream.bytes > 0 else { continue }
            for line in stream.text.split(separator: "\n") { lines.append(TextRow.line(name, String(line))) }
            if stream.truncated { lines.append(TextRow.line(name, "… \(stream.bytes) bytes in all")) }
        }
        return lines
    }

    /// How the execution ended; nil where the outcome's message says all that is known.
    private func ending(of execution: Execution) -> String? {
        switch execution.exit {
        case .code(let code): "status \(code) after \(execution.durationMs) ms"
        case .signal(let signal): "signal \(signal) after \(execution.durationMs) ms"
        // `ok.accepted` alone is the outcome of a program that outlives its call. Programs that were not started, or could
        // not be stopped, have no exit either, and other kinds of actions have none at all.
        case nil: execution.error ?? (outcome.code == .okAccepted ? "left running" : nil)
        }
    }
}
