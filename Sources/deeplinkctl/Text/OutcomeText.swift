internal import Conf
internal import Contract
internal import Features

/// An outcome as text for people: its code, its link, the constraints that are not met, the remedies.
struct OutcomeText {
    let outcome: Outcome
    /// Builds commands for the daemon in question; nil if no daemon was asked.
    let next: NextCommand?

    /// The lines, each with its line end.
    var text: String {
        let constraints = ConstraintText(constraints: outcome.constraints, remedies: outcome.remedies, next: next)
        return ([headline] + about + constraints.lines + execution + timings + id).joined(separator: "\n") + "\n"
    }

    /// An outcome from the daemon; one with words of a newer daemon is reduced to code and message.
    static func text(of received: ReceivedOutcome, next: NextCommand) -> String {
        if let outcome = received.outcome { return OutcomeText(outcome: outcome, next: next).text }
        return Escaping.printable("\(received.code)  \(received.message)") + "\n"
    }

    private var headline: String {
        let code = outcome.code
        return Colour.text(code.rawValue, code.outcomeClass) + "  " + Escaping.printable(outcome.message)
    }

    private var about: [String] {
        let parameters = outcome.parameters.map { "\($0.name) = \($0.value.argumentText)" }.joined(separator: ", ")
        let ignored = outcome.ignored.map { "\($0.key) (\($0.reason.rawValue))" }.joined(separator: ", ")
        let rejection = outcome.rejection
        return TextRow.lines([
            "url": outcome.url, "route": outcome.route,
            "feature": outcome.feature.map { $0 + (outcome.action.map { " · " + $0 } ?? "") },
            "with": parameters.isEmpty ? nil : parameters,
            "ignored": ignored.isEmpty ? nil : ignored,
            "repeated": outcome.isReplayed ? "from an earlier request with this key; nothing was performed now" : nil,
            "where": rejection?.offset.map { "byte \($0)" + (rejection?.component.map { ", in the \($0)" } ?? "") },
            "rule": rejection?.rule, "expected": rejection?.expected,
            "nearest": rejection?.nearest.map { $0 + (rejection?.failure.map { ": " + $0 } ?? "") },
        ]) + outcome.via.map { TextRow.line("via", $0) }
            + TextRow.lines(["answer": outcome.text ?? outcome.result.map { JSONText.text(of: .object($0.members)) }])
    }

    private var execution: [String] {
        guard let execution = outcome.execution else { return [] }
        var lines = TextRow.lines(["exit": ending(of: execution), "reason": execution.reason])
        for (name, stream) in [("stdout", execution.stdout), ("stderr", execution.stderr)] {
            guard let stream, stream.bytes > 0 else { continue }
            lines += stream.text.split(separator: "\n").map { TextRow.line(name, String($0)) }
            if stream.truncated { lines.append(TextRow.line(name, "… \(stream.bytes) bytes in all")) }
        }
        return lines
    }

    private var timings: [String] {
        TextRow.lines([
            "times": outcome.timings.map { "parse \($0.parseNs) ns, match \($0.matchNs) ns, verify \($0.verifyNs) ns" }
        ])
    }

    /// What the log calls the outcome: `journalctl DEEPLINKD_OUTCOME_ID=…` finds its line.
    private var id: [String] { TextRow.lines(["id": outcome.outcomeId]) }

    /// How the execution ended; nil where the outcome's message says all that is known.
    private func ending(of execution: Execution) -> String? {
        switch execution.exit {
        case .code(let code): "status \(code) after \(execution.durationMs) ms"
        case .signal(let signal): "signal \(signal) after \(execution.durationMs) ms"
        // `ok.accepted` of an exec is the outcome of a program that outlives its call. Programs that were not started, or could
        // not be stopped, have no exit either, and other kinds of actions have none at all.
        case nil:
            if let error = execution.error {
                error
            } else if outcome.code == .okAccepted, execution.kind == Performer.Kind.exec.rawValue {
                "left running"
            } else {
                nil
            }
        }
    }
}
