import Features

extension Interruption {
    /// The message where a program ran.
    var sentenceForProgram: String {
        switch self {
        case .timeout(let limit): "The program took longer than \(limit) and was stopped."
        case .deadline(let limit): "The program was stopped because the call's deadline of \(limit) passed."
        case .hangUp: "The program was stopped because the caller hung up."
        case .shutdown: "The program was stopped because the dispatcher shuts down."
        }
    }

    /// The message where nothing was begun.
    var sentenceForNothing: String {
        switch self {
        case .timeout(let limit), .deadline(let limit):
            "The call's deadline of \(limit) passed before the action began, so it was not performed."
        case .hangUp: "The caller hung up before the action began, so it was not performed."
        case .shutdown: "The dispatcher shut down before the action began, so it was not performed."
        }
    }
}
