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
            constraints: outcome.constraints, remedies: outcome.remedies, next: next, language: words?.language)
        return [headline] + about + constraints.lines + execution + timings + id
    }

    /// An outcome from the daemon; one with words of a newer daemon is reduced to code and message.
    static func lines(of received: ReceivedOutcome, next: NextCommand) -> [Line] {
        if let outcome = received.outcome { return OutcomeText(outcome: outcome, next: next).lines }
        return [Line("\(received.code)  \(received.message)")]
    }

    /// The outcome of a link that was opened: where a person reads it, it says what a notification would say.
    static func lines(ofOpened received: ReceivedOutcome, next: NextCommand) -> [Line] {
        guard isForPerson(received.outcomeClass) else { return lines(of: received, next: next) }
        return lines(of: received, in: .ofSession, next: next)
    }

    /// The outcome in the language of a person; one with words of a newer daemon is reduced to its headline.
    static func lines(of received: ReceivedOutcome, in language: PersonLanguage, next: NextCommand?) -> [Line] {
        let words = OutcomeWords(received.value, in: language)
        if let outcome = received.outcome { return OutcomeText(outcome: outcome, next: next, words: words).lines }
        return [headline(received.code, words.sentence) + Line(" (\(received.message))", .aside)]
    }

    /// The outcome of a link that a flow has opened.
    static func lines(ofPerformed outcome: Contract.Outcome, next: NextCommand) -> [Line] {
        let isForPerson = StandardStreams.Output.output.isTerminal && PersonLanguage.ofSession != .english
        let value = isForPerson ? try? JSONText.value(of: JSONText.text(of: outcome)) : nil
        return OutcomeText(outcome: outcome, next: next, words: value.map { OutcomeWords($0) }).lines
    }

    /// Whether a person at a terminal reads it.
    ///
    /// Where all is well, the English sentence is the same for all readers.
    private static func isForPerson(_ outcomeClass: OutcomeClass) -> Bool {
        StandardStreams.Output.output.isTerminal && (outcomeClass != .ok || PersonLanguage.ofSession != .english)
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

    /// The words of the report itself.
    private var texts: any PersonWords { (words?.language ?? .english).words }

    /// A line for each value that is not nil.
    private func rows(_ rows: KeyValuePairs<OutcomeLabel, String?>) -> [Line] {
        rows.compactMap { label, value in value.map { row(label, Line($0)) } }
    }

    private func row(_ label: OutcomeLabel, _ value: Line) -> Line { TextRow.line(texts.text(label), value) }

    private var about: [Line] {
        let parameters = outcome.parameters.map { "\($0.name) = \($0.value.argumentText)" }.joined(separator: ", ")
        let ignored = outcome.ignored.map { "\($0.key) (\($0.reason.rawValue))" }.joined(separator: ", ")
        let rejection = outcome.rejection
        let link = outcome.url.map { [row(.url, Line(whole: $0))] } ?? []
        let names = rows([
            .route: outcome.route,
            .feature: outcome.feature.map { $0 + (outcome.action.map { " · " + $0 } ?? "") },
            .inputs: parameters.isEmpty ? nil : parameters,
            .ignored: ignored.isEmpty ? nil : ignored,
            .repeated: outcome.isReplayed ? texts.text(.replayed) : nil,
            .kept: outcome.cached.map { cached in
                let age = TimeText.text(ofMilliseconds: cached.age.wholeMilliseconds)
                return texts.text(.kept(age: age, isStale: cached.isStale))
            },
            .place: rejection?.offset.map { texts.text(.byte($0, component: rejection?.component)) },
            .rule: rejection?.rule, .expected: rejection?.expected,
            .nearest: rejection?.nearest.map { $0 + nearness(rejection?.failure) },
            .through: outcome.interceptors.isEmpty ? nil : outcome.interceptors.joined(separator: ", "),
        ])
        let answers = rows([
            .answer: outcome.text ?? outcome.result.map { JSONText.text(of: .object($0.members)) },
            .instead: outcome.instead.map { "\($0.feature) · \($0.action): \($0.code)  \(sentence(of: $0))" },
        ])
        return link + names + outcome.via.map { row(.via, Line($0)) } + answers
    }

    /// Why a link does not lead to the nearest route: in brackets for a person, as all words of the daemon.
    private func nearness(_ failure: String?) -> String {
        failure.map { words == nil ? ": " + $0 : " (\($0))" } ?? ""
    }

    /// What became of the other action.
    private func sentence(of instead: InsteadReport) -> String {
        guard let words else { return instead.message }
        return OutcomeWords(.object([.init("code", .string(instead.code))]), in: words.language).sentence
    }

    private var execution: [Line] {
        guard let execution = outcome.execution else { return [] }
        let mismatch = execution.decoding.map {
            texts.text(.decoding(path: $0.path, found: $0.found, expected: $0.expected))
        }
        let service = [execution.service, execution.method].compactMap(\.self).joined(separator: " ")
        var lines = rows([
            .called: service.isEmpty ? nil : service, .status: execution.status.map { "\($0)" },
            .attempts: execution.attempts.map { "\($0)" },
            .again: execution.retryAfter.map { texts.text(.again(afterMs: $0.wholeMilliseconds)) },
            .app: execution.app, .unit: execution.unit,
            .job: execution.job, .unitResult: execution.unitResult, .exit: ending(of: execution),
            .error: execution.errorName.map { $0 + (execution.details.map { " " + $0 } ?? "") },
            .reason: execution.reason, .answer: mismatch,
        ])
        for (name, stream) in [(OutcomeLabel.stdout, execution.stdout), (OutcomeLabel.stderr, execution.stderr)] {
            guard let stream, stream.bytes > 0 else { continue }
            lines += stream.text.split(separator: "\n").map { row(name, Line(String($0))) }
            if stream.truncated { lines.append(row(name, Line("… " + texts.text(.bytes(stream.bytes))))) }
        }
        return lines
    }

    private var timings: [Line] {
        rows([
            .times: outcome.timings.map {
                texts.text(.stages(parseNs: $0.parseNs, matchNs: $0.matchNs, verifyNs: $0.verifyNs))
            }
        ])
    }

    /// What the log calls the outcome: `journalctl DEEPLINKD_OUTCOME_ID=…` finds its line.
    private var id: [Line] { rows([.id: outcome.outcomeId]) }

    /// How the execution ended; nil where the outcome's message says all that is known.
    private func ending(of execution: Execution) -> String? {
        let time = execution.duration.wholeMilliseconds
        return switch execution.exit {
        case .code(let code): texts.text(.exit(code: code, afterMs: time))
        case .signal(let signal): texts.text(.signal(signal, afterMs: time))
        // Programs that were not started, or could not be stopped, have no exit either, and other kinds of actions have none
        // at all.
        case nil:
            if let error = execution.error {
                error
            } else if outcome.code == .okAccepted,
                WingList.ofThisProgram.performerKind(of: execution)?.isAcceptedToWait == false
            {
                texts.text(.leftRunning)
            } else {
                nil
            }
        }
    }
}
