internal import Conf
internal import Varlink

/// An outcome that came over the socket, for people; one with words of a newer daemon shows code and message.
enum ReceivedText {
    /// The lines, the last ended too.
    static func text(of received: ReceivedOutcome, next: NextCommand) -> String {
        if let outcome = received.outcome { return OutcomeText(outcome: outcome, next: next).text }
        return Escaping.printable("\(received.code)  \(received.message)") + "\n"
    }
}
