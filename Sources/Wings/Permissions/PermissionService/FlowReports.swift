import Contract
import Features
import HostSystem
import PermissionRules
import PermissionWire

/// The reports of flows for clients.
enum FlowReports {
    /// The questions of a flow that begins.
    static func began(_ name: String, _ feature: String?, _ questions: [QuestionReport]) -> FlowReport {
        report(name) { ($0.event, $0.feature, $0.questions) = (.began, feature, questions) }
    }

    /// A question that is asked now.
    static func asking(_ name: String, _ question: QuestionReport, deadlineNs: Int64) -> FlowReport {
        report(name) {
            ($0.event, $0.question) = (.asking, question)
            $0.answerWithin = .nanoseconds(max(0, deadlineNs - HostClock.monotonicNs))
        }
    }

    /// A question that has an answer.
    static func answered(_ name: String, _ question: QuestionReport, _ result: StepResult) -> FlowReport {
        report(name) { ($0.event, $0.question, $0.result) = (.answered, question, result.rawValue) }
    }

    /// The end of a flow.
    static func completed(_ name: String, _ completion: CompletionReport, _ outcome: Outcome? = nil) -> FlowReport {
        report(name) { ($0.event, $0.completion, $0.outcome) = (.completed, completion, outcome) }
    }

    /// The end of a call whose link is rejected: no route takes it, or an input is invalid.
    static func rejected(_ outcome: Outcome) -> FlowReport {
        completed(
            "",
            CompletionReport { ($0.end, $0.message) = ("rejected", "The link is rejected, so nothing is asked.") },
            outcome)
    }

    /// The end of a flow that the daemon's end cuts off.
    static let shutdown = CompletionReport { ($0.end, $0.message) = ("shutdown", "The daemon ends.") }

    /// The end of a flow that could not begin.
    static func failed(_ sentence: String) -> FlowReport {
        completed("", CompletionReport { ($0.end, $0.message) = ("failed", sentence) })
    }

    /// A flow's completion with its sentence.
    static func completion(_ completion: FlowCompletion) -> CompletionReport {
        CompletionReport {
            ($0.end, $0.message) = (completion.end.name, sentence(completion.end))
            ($0.granted, $0.skipped, $0.outstanding) = (completion.granted, completion.skipped, completion.outstanding)
            switch completion.end {
            case .blocked(let code): $0.code = code.rawValue
            case .denied(let waitNs) where waitNs > 0: $0.retryAfter = .nanoseconds(waitNs)
            case .limited(let waitNs): $0.retryAfter = .nanoseconds(waitNs)
            case .denied, .granted, .partial, .cancelled, .superseded, .expired, .removed, .changed, .noAgent, .failed,
                .shutdown:
                break
            }
        }
    }

    private static func sentence(_ end: FlowEnd) -> String {
        switch end {
        case .granted: "Nothing is outstanding."
        case .partial: "Not everything is granted."
        case .denied: "The person said no."
        case .cancelled: "The flow was cancelled."
        case .superseded: "A newer flow of the same user began."
        case .expired: "The question was not answered in time."
        case .blocked(let code): "Something stands in the way that no question lifts: " + code.sentence.asClause
        case .removed: "The table in force has no such feature."
        case .changed: "The table in force asks for something else: begin again."
        case .limited: "The user was asked \(Limits.promptsPerWindow) questions within a minute."
        case .noAgent:
            "The system's question was not shown: no program shows such questions in your session, as a polkit agent does."
        case .failed(let sentence): sentence
        case .shutdown: "The daemon ends."
        }
    }

    private static func report(_ name: String, _ fill: (inout FlowReport) -> Void) -> FlowReport {
        FlowReport {
            $0.flow = name
            fill(&$0)
        }
    }
}

extension String {
    /// The sentence as a part of another one: without a capital letter at its beginning.
    fileprivate var asClause: String { prefix(1).lowercased() + dropFirst() }
}
