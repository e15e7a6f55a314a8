package import Contract

/// The result of performing a verified binding.
package enum Performance {
    /// The action answered by itself, with an object.
    case answered([Value.Member])
    /// The action answered by itself, with a text.
    case answeredText(String)
    /// A program that outlives the call was started.
    case launched(Execution)
    /// A program ended; whether its status is one of success is the action's word.
    case ended(Execution, isSuccess: Bool)
    /// The program took too long and was stopped.
    case timedOut(Execution, limit: Duration)
    /// The program was stopped because the dispatcher shuts down.
    case cancelled(Execution)
    case failed(RunningError)
}

/// Why an action was not performed.
package enum RunningError: Error, Equatable {
    /// The system would not start the program. *Shape*: `code` is the name of the error, `ENOENT`.
    case notStarted(program: String, code: String, reason: String)
    /// Other users could have changed the program or something on the way to it, so it was not started.
    case untrusted(program: String, reason: String)
    /// As many programs run as may. *Units*: programs.
    case tooManyPrograms(limit: Int)
    /// Any other reason, which the performer of a kind describes in its own file.
    ///
    /// *Shape*: the message is one sentence that every caller may read; `error` of the execution is for operators.
    case other(OutcomeCode, message: String, Execution? = nil)
}
