internal import Conf
internal import Contract
internal import Features
internal import Framing

/// An outcome the way a person wants to read it: what it came to, what it is about, what stands in the way, what helps.
struct OutcomeText {
    let outcome: Outcome
    /// Whether the terminal understands colours.
    let isColoured: Bool

    /// The lines, the last ended too.
    var text: String {
        var lines = [headline]
        lines += about
        lines += inTheWay
        lines += helps
        lines += execution
        return lines.joined(separator: "\n") + "\n"
    }

    private var headline: String {
        let code = outcome.code.rawValue
        return (isColoured ? "\u{1B}[1;\(colour)m\(code)\u{1B}[0m" : code) + "  " + Escaping.printable(outcome.message)
    }

    private var colour: Int {
        switch outcome.code.outcomeClass {
        case .ok: 32
        case .blocked, .pending: 33
        case .rejected, .failed, .unknown: 31
        }
    }

    private func row(_ name: String, _ value: String) -> String {
        let pad = String(repeating: " ", count: max(1, 11 - name.utf8.count))
        return "  \(name)\(pad)\(Escaping.printable(value))"
    }

    private var about: [String] {
        var lines: [String] = []
        if let url = outcome.url { lines.append(row("url", url)) }
        if let route = outcome.route { lines.append(row("route", route)) }
        if let feature = outcome.feature {
            lines.append(row("feature", feature + (outcome.action.map { " · " + $0 } ?? "")))
        }
        if !outcome.parameters.isEmpty {
            lines.append(
                row("with", outcome.parameters.map { "\($0.name) = \($0.value.argumentText)" }.joined(separator: ", ")))
        }
        if let rejection = outcome.rejection { lines += self.rejection(rejection) }
        for hop in outcome.via { lines.append(row("via", hop)) }
        if let result = outcome.result { lines.append(row("answer", JSONText.text(of: result))) }
        return lines
    }

    private func rejection(_ rejection: Rejection) -> [String] {
        var lines: [String] = []
        if let offset = rejection.offset {
            lines.append(row("where", "byte \(offset)" + (rejection.component.map { ", in the \($0)" } ?? "")))
        }
        if let rule = rejection.rule { lines.append(row("rule", rule)) }
        if let expected = rejection.expected { lines.append(row("expected", expected)) }
        if let nearest = rejection.nearest {
            lines.append(row("nearest", nearest + (rejection.failure.map { ": " + $0 } ?? "")))
        }
        return lines
    }

    private var inTheWay: [String] {
        outcome.constraints.enumerated().map { number, constraint in
            let mark =
                switch constraint.status {
                case .satisfied: "✓"
                case .unsatisfied: "✗"
                case .undetermined: "?"
                case .inactive: "–"
                }
            let origin = constraint.inheritedFrom.map { ", from \($0)" } ?? ""
            let evidence = constraint.evidence
            let source = evidence.source == "table" ? "" : ", says \(evidence.source)"
            let doubts = (evidence.freshness == .stale ? " (stale)" : "") + (evidence.isOverride ? " (override)" : "")
            let fault = evidence.fault.map { ", \($0)" } ?? ""
            return row(
                number == 0 ? "needs" : "",
                "\(mark) \(constraint.id): \(constraint.reason)\(origin)\(source)\(doubts)\(fault)")
        }
    }

    private var helps: [String] {
        var lines = outcome.remedies.map { row("remedy", describe($0)) }
        for remedy in outcome.constraints.flatMap(\.remedies) {
            guard let because = remedy.withheldBecause else { continue }
            lines.append(row("not yet", describe(remedy) + ", first \(because)"))
        }
        return lines
    }

    /// *Shape*: `purchase any of premium.monthly, founder.once (user)`.
    private func describe(_ remedy: Remedy) -> String {
        var words = [remedy.kind.rawValue]
        for argument in remedy.arguments where argument.name != "mode" {
            let elements = argument.value.elements ?? []
            let mode = remedy.arguments.first { $0.name == "mode" }?.value.text
            if elements.count > 1, let mode { words.append(mode + " of") }
            words.append(
                elements.isEmpty ? argument.value.argumentText : elements.map(\.argumentText).joined(separator: ", "))
        }
        return words.joined(separator: " ") + " (\(remedy.actor.rawValue))"
    }

    private var execution: [String] {
        guard let execution = outcome.execution else { return [] }
        var lines: [String] = []
        switch execution.exit {
        case .code(let code): lines.append(row("exit", "status \(code) after \(execution.durationMs) ms"))
        case .signal(let signal): lines.append(row("exit", "signal \(signal) after \(execution.durationMs) ms"))
        case nil: lines.append(row("exit", execution.error ?? "left running"))
        }
        for (name, stream) in [("stdout", execution.stdout), ("stderr", execution.stderr)] {
            guard let stream, stream.bytes > 0 else { continue }
            for line in stream.text.split(separator: "\n") { lines.append(row(name, String(line))) }
            if stream.truncated { lines.append(row(name, "… \(stream.bytes) bytes in all")) }
        }
        return lines
    }
}
