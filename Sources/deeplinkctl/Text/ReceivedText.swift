internal import Conf
internal import Contract

/// An outcome from the daemon as text for people; one with words of a newer daemon is reduced to code and message.
enum ReceivedText {
    /// The lines, each with its line end.
    static func text(of received: ReceivedOutcome, next: NextCommand) -> String {
        if let outcome = received.outcome { return OutcomeText(outcome: outcome, next: next).text }
        return Escaping.printable("\(received.code)  \(received.message)") + "\n"
    }
}
