package import Contract

/// The result of performing a verified binding.
package enum Performance {
    /// The action answered by itself, with an object.
    case answered([Value.Member])
    /// The action answered by itself, with a text.
    case answeredText(String)
    /// A program that outlives the call was started.
    case launched(Execution)
    /// What else the performer of a kind has to say of an action that it performed, or handed on.
    ///
    /// *Shape*: a code of the class `ok`; the message is the code's sentence where nil. The result has the members that the
    /// table names.
    case done(OutcomeCode, message: String? = nil, Execution, result: [Value.Member]? = nil)
    /// A program ended; whether its status is one of success is the action's word.
    case ended(Execution, isSuccess: Bool)
    /// The program was stopped before its end.
    case stopped(Execution, Interruption)
    /// The action was given up before it began: nothing was done.
    case notBegun(Interruption)
    /// The feature was not available any more when the action could begin: nothing was done.
    case refused(Refusal)
    case failed(RunningError)

    /// Whether something was done, or may have been, so that the action must not be performed again for the same request.
    package var wasBegun: Bool {
        switch self {
        case .notBegun, .refused: false
        case .answered, .answeredText, .launched, .done, .ended, .stopped, .failed: true
        }
    }
}

/// What ends an action before its end.
package enum Interruption: Equatable, Sendable {
    /// The time that its table allows is over.
    case timeout(Duration)
    /// The time that its caller allowed is over.
    case deadline(Duration)
    /// Its caller has closed the connection.
    case hangUp
    /// The dispatcher shuts down.
    case shutdown
}

/// Why an action was not performed; each performer makes its own.
package struct RunningError: Error, Equatable {
    package let code: OutcomeCode
    /// *Shape*: one sentence that every caller may read.
    package let message: String
    /// Its `error` is for operators.
    package let execution: Execution?

    /// Says why, with the code of the outcome.
    package init(_ code: OutcomeCode, _ message: String, _ execution: Execution? = nil) {
        (self.code, self.message, self.execution) = (code, message, execution)
    }

    /// An action hands its link on, and was called by its name.
    package static let noLink = Self(
        .inputMissing, "The action hands its link on, and was called by its name, without one.")
}
