internal import Conf
internal import Contract
internal import DeepLinkClient
internal import Features
internal import HostSystem
internal import Routing

/// An outcome as text for people: its code, its link, the constraints that are not met, the remedies.
struct OutcomeText {
    let outcome: Contract.Outcome
    /// Builds commands for the daemon in question; nil if no daemon was asked.
    let next: NextCommand?
    /// The words for the person in front of the terminal; nil for a program, or a person who looks after a table.
    var words: OutcomeWords?

    /// The headline, and below it the rest.
    var lines: [Line] {
        let constraints = ConstraintText(
            constraints: outcome.constraints, remedies: outcome.remedies, next: next, isForPerson: words != nil)
        return [headline] + about + constraints.lines + execution + timings + id
    }

    /// An outcome from the daemon; one with words of a newer daemon is reduced to code and message.
    static func lines(of received: ReceivedOutcome, next: NextCommand) -> [Line] {
        if let outcome = received.outcome { return OutcomeText(outcome: outcome, next: next).lines }
        return [Line("\(received.code)  \(received.message)")]
    }

    /// The outcome of a link that was opened: where a person reads it, it says what a notification would say.
    static func lines(ofOpened received: ReceivedOutcome, next: NextCommand) -> [Line] {
        guard StandardStreams.Output.output.isTerminal, received.outcomeClass != .ok, let outcome = received.outcome
        else { return lines(of: received, next: next) }
        return OutcomeText(outcome: outcome, next: next, words: OutcomeWords(received.value)).lines
    }

    /// *Shape*: `blocked.toggle.off  Your switch “Opens recipes” is off. (toggle:Recipes)` for a person.
    private var headline: Line {
        guard let words else { return Self.headline(outcome.code.rawValue, outcome.message) }
        let detail = outcome.primary ?? (outcome.message == outcome.code.sentence ? nil : outcome.message)
        return Self.headline(outcome.code.rawValue, words.sentence) + Line(detail.map { " (\($0))" } ?? "", .aside)
    }

    /// The first line of a report.
    ///
    /// *Shape*: `blocked.toggle.off  The feature is off by default.`
    static func headline(_ code: String, _ sentence: String) -> Line {
        let head = Line(code, Paint(ofCode: code)) + "  "
        return head.hanging(at: head.width) + Line(sentence)
    }

    /// *Shape*: `blocked.toggle.off (toggle:Sleep)`.
    static func verdict(_ code: String, _ primary: String?) -> Line {
        Line(code, Paint(ofCode: code)) + Line(primary.map { " (\($0))" } ?? "")
    }

    private var about: [Line] {
        let parameters = outcome.parameters.map { "\($0.name) = \($0.value.argumentText)" }.joined(separator: ", ")
        let ignored = outcome.ignored.map { "\($0.key) (\($0.reason.rawValue))" }.joined(separator: ", ")
        let rejection = outcome.rejection
        return TextRow.lines("url", [outcome.url].compactMap { $0.map { Line(whole: $0) } })
            + TextRow.lines([
                "route": outcome.route,
                "feature": outcome.feature.map { $0 + (outcome.action.map { " · " + $0 } ?? "") },
                "with": parameters.isEmpty ? nil : parameters,
                "ignored": ignored.isEmpty ? nil : ignored,
                "repeated": outcome.isReplayed
                    ? "from an earlier request with this key; nothing was performed now" : nil,
                "kept": outcome.cached.map { cached in
                    "for \(TimeText.text(ofMilliseconds: cached.age.wholeMilliseconds))"
                        + (cached.isStale ? ", and older than the table lets it be without a new one" : "")
                },
                "where": rejection?.offset.map { "byte \($0)" + (rejection?.component.map { ", in the \($0)" } ?? "") },
                "rule": rejection?.rule, "expected": rejection?.expected,
                "nearest": rejection?.nearest.map { $0 + (rejection?.failure.map { ": " + $0 } ?? "") },
                "through": outcome.interceptors.isEmpty ? nil : outcome.interceptors.joined(separator: ", "),
            ]) + outcome.via.map { TextRow.line("via", Line($0)) }
            + TextRow.lines([
                "answer": outcome.text ?? outcome.result.map { JSONText.text(of: .object($0.members)) },
                "instead": outcome.instead.map { "\($0.feature) · \($0.action): \($0.code)  \($0.message)" },
            ])
    }

    private var execution: [Line] {
        guard let execution = outcome.execution else { return [] }
        let mismatch = execution.decoding.map {
            ($0.path.isEmpty ? "" : $0.path + " ") + "is \($0.found), expected \($0.expected)"
        }
        let service = [execution.service, execution.method].compactMap(\.self).joined(separator: " ")
        var lines = TextRow.lines([
            "called": service.isEmpty ? nil : service, "status": execution.status.map { "\($0)" },
            "attempts": execution.attempts.map { "\($0)" },
            "again": execution.retryAfter.map { "after \($0.wholeMilliseconds) ms, as the service asks" },
            "app": execution.app, "unit": execution.unit,
            "job": execution.job, "unit result": execution.unitResult, "exit": ending(of: execution),
            "error": execution.errorName.map { $0 + (execution.details.map { " " + $0 } ?? "") },
            "reason": execution.reason, "answer": mismatch,
        ])
        for (name, stream) in [("stdout", execution.stdout), ("stderr", execution.stderr)] {
            guard let stream, stream.bytes > 0 else { continue }
            lines += stream.text.split(separator: "\n").map { TextRow.line(name, Line(String($0))) }
            if stream.truncated { lines.append(TextRow.line(name, "… \(stream.bytes) bytes in all")) }
        }
        return lines
    }

    private var timings: [Line] {
        TextRow.lines([
            "times": outcome.timings.map { "parse \($0.parseNs) ns, match \($0.matchNs) ns, verify \($0.verifyNs) ns" }
        ])
    }

    /// What the log calls the outcome: `journalctl DEEPLINKD_OUTCOME_ID=…` finds its line.
    private var id: [Line] { TextRow.lines(["id": outcome.outcomeId]) }

    /// How the execution ended; nil where the outcome's message says all that is known.
    private func ending(of execution: Execution) -> String? {
        switch execution.exit {
        case .code(let code): "status \(code) after \(execution.duration.wholeMilliseconds) ms"
        case .signal(let signal): "signal \(signal) after \(execution.duration.wholeMilliseconds) ms"
        // Programs that were not started, or could not be stopped, have no exit either, and other kinds of actions have none
        // at all.
        case nil:
            if let error = execution.error {
                error
            } else if outcome.code == .okAccepted,
                WingList.ofThisProgram.performerKind(of: execution)?.isAcceptedToWait == false
            {
                "left running"
            } else {
                nil
            }
        }
    }
}
