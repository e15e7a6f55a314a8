package import Contract

/// The notices of a flow to the program that began it.
package enum FlowNews: Hashable, Sendable {
    /// All questions, before the first one is asked.
    case began([FlowStep])
    /// One question is asked now.
    case asking(FlowStep, deadlineNs: Int64)
    /// A question has an answer.
    case answered(FlowStep, StepResult)
}

/// How one question ended.
package enum StepResult: String, CaseIterable, Sendable {
    case granted
    case denied
    case skipped
    /// The person was asked, and the source says neither yes nor no.
    case undecided = "notDetermined"
}

/// Why a flow ended.
package enum FlowEnd: Hashable, Sendable {
    /// Nothing is outstanding.
    case granted
    /// All questions were asked or skipped, and some are outstanding.
    case partial
    /// The person said no, now or a while ago. *Units*: nanoseconds until a program may have it asked again by itself.
    case denied(retryAfterNs: Int64)
    /// The client cancelled it, or closed its connection.
    case cancelled
    /// A newer flow of the same user began.
    case superseded
    /// A question had no answer in time.
    case expired
    /// Something stands in the way that no question lifts.
    case blocked(OutcomeCode)
    /// The table in force has no such feature.
    case removed
    /// The table in force asks for something that was not in the list.
    case changed
    /// The user was asked too often. *Units*: nanoseconds until the next question.
    case limited(retryAfterNs: Int64)
    /// No program shows the system's questions in the person's session. It is no refusal: the person was not asked.
    case noAgent
    /// What asks the person, or keeps the answer, failed; with a sentence.
    case failed(String)
    /// The daemon ends.
    case shutdown

    /// The stable name that clients switch on.
    package var name: String {
        switch self {
        case .granted: "granted"
        case .partial: "partial"
        case .denied: "denied"
        case .cancelled: "cancelled"
        case .superseded: "superseded"
        case .expired: "expired"
        case .blocked: "blocked"
        case .removed: "removed"
        case .changed: "changed"
        case .limited: "limited"
        case .noAgent: "noAgent"
        case .failed: "failed"
        case .shutdown: "shutdown"
        }
    }
}

/// The one end of a flow: all its questions, each in one of three lists.
package struct FlowCompletion: Hashable, Sendable {
    package let end: FlowEnd
    package let granted: [String]
    package let skipped: [String]
    /// Neither granted nor skipped.
    package let outstanding: [String]
}

/// Why an answer was not taken.
package enum FlowAnswerError: Error, Equatable {
    /// The user has no such flow, or it has ended.
    case unknownFlow
    /// Its question is not asked at the moment, or the system asks it.
    case notAsked
}
