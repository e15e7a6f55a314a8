internal import Conf
internal import Contract
internal import DeepLinkClient
internal import HostSystem
import PermissionWire

/// Asks the person at the terminal what an authorisation flow asks, and opens its link afterwards.
///
/// *Shape*: questions go to standard error, so that standard output has the outcome alone.
struct TerminalCoordinator {
    private let output: FormatOption
    private let flow: DaemonClient
    /// A flow occupies its own connection.
    private let answers: DaemonClient
    private var words: any PersonWords { PersonLanguage.ofSession.words }

    /// Whether a person at a terminal can be asked.
    static var isPossible: Bool { StandardStreams.inputIsTerminal && StandardStreams.Output.errors.isTerminal }

    /// *Throws*: where standard input or standard error is no terminal, so that no person could answer.
    init(_ socket: SocketOption, _ output: FormatOption) throws {
        guard Self.isPossible else {
            throw UsageError(
                "--authorise asks at a terminal, and there is none",
                help: "leave it out, or have a program of yours call io.deeplinkd.Permissions.Authorise")
        }
        self.output = output
        (flow, answers) = (try DaemonClient(socket), try DaemonClient(socket))
    }

    /// Asks, opens, and prints the outcome; the exit status of its class.
    ///
    /// - Parameter isInitiated: whether the person asked for this link just now.
    func open(_ target: Target, isInitiated: Bool = false) throws -> Int32 {
        var opened: Contract.Outcome?
        let languages = LanguageList.ofSession.texts
        let request = Authorise(target) { ($0.isInitiated, $0.languages) = (isInitiated, languages) }
        try flow.authorise(request, answers: answers, ask: answer) { report in
            if report.event == .completed { opened = report.outcome }
            try show(report)
        }
        if let opened, ![.blocked, .pending].contains(opened.code.outcomeClass) {
            output.show(["outcome": opened] as JSONObject) {
                Output.lines(OutcomeText.lines(ofPerformed: opened, next: answers.next))
            }
            return OutcomeCode.exitStatus(of: opened.code.outcomeClass, actionable: false)
        }
        // What stands in the way now.
        let received = try Open.outcome(in: answers.parameters(of: ExplainLink(target) { $0.languages = languages }))
        output.show(["outcome": received.value] as JSONObject) {
            Output.lines(OutcomeText.lines(ofOpened: received, next: answers.next))
        }
        return received.exitStatus
    }

    private func show(_ report: FlowReport) throws {
        switch report.event {
        case .began: break
        case .asking:
            guard let question = report.question else { throw ToolFailure.wrongReply }
            if question.by != "client" { say(QuestionWords.text(of: question) + " " + words.text(.systemAsks)) }
        case .answered:
            if let question = report.question {
                say("\(question.permission): \(words.text(ofResult: report.result ?? ""))")
            }
        case .completed:
            if let completion = report.completion, completion.end != "granted" {
                say(words.sentence(ofEnd: completion.end) ?? words.text(.ended(completion.message)))
            }
        }
    }

    private func answer(_ question: QuestionReport) -> PermissionAnswer {
        let text = ConfirmationText(question)
        for line in text?.lines ?? [] { say(line) }
        while true {
            let prompt = Escaping.printable(QuestionWords.text(of: question)) + " " + words.text(.allowIt)
            Output.error(text == nil ? prompt : words.text(.openIt))
            let word = readLine()
            // A confirmation is of this moment: there is no later.
            guard let answer = Self.answer(word), text == nil || answer != .skip else { continue }
            if word == nil { say("") }
            return answer
        }
    }

    /// What a line says; the end of the input cancels, and nil is no answer.
    private static func answer(_ line: String?) -> PermissionAnswer? {
        switch line?.lowercased() {
        case nil: .cancel
        case "y", "yes": .granted
        case "n", "no": .denied
        case "l", "later": .skip
        default: nil
        }
    }

    private func say(_ line: String) { Output.error(Escaping.printable(line) + "\n") }
}
