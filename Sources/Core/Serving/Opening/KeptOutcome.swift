package import Contract
import Features
import Routing

/// The outcome of a request with an idempotency key, as a text that the ledger keeps.
///
/// It lies on the disk for a day or longer. Of an action with a secret input it is the outcome without the action's answer
/// and output, either of which may hold the secret; its repetition says so.
package enum KeptOutcome {
    /// Why a repeated outcome lacks what the action said.
    private enum Withheld: String, CaseIterable {
        case secret = " What the action answered and wrote was not kept: it has a secret input."
        case length = " What the action answered and wrote was not kept: it is longer than a message."
    }

    /// The text of an outcome; nil where nothing was done, so that the request may be sent again.
    ///
    /// A key whose outcome could not be kept would count as being carried out until the daemon's next start. So what makes
    /// an outcome longer than a message is left out too.
    package static func text(of outcome: Outcome, hasSecrets: Bool = false) -> String? {
        switch outcome.code.outcomeClass {
        case .rejected, .blocked, .pending: return nil
        case .ok, .failed, .unknown: break
        }
        if hasSecrets { return text(of: outcome, withholding: .secret) }
        let text = JSONText.text(of: outcome)
        return text.utf8.count > Limits.messageBytes ? self.text(of: outcome, withholding: .length) : text
    }

    private static func text(of outcome: Outcome, withholding reason: Withheld) -> String {
        var outcome = outcome
        (outcome.execution, outcome.result, outcome.text) = (nil, nil, nil)
        outcome.message += reason.rawValue
        return JSONText.text(of: outcome)
    }

    /// The outcome of the request that was carried out, with its id; nil if a version wrote it that had other words.
    static func replayed(_ text: String, wings: WingList) -> Outcome? {
        guard let value = try? JSONText.value(of: text), var outcome = (try? ReceivedOutcome(value))?.outcome
        else { return nil }
        outcome.isReplayed = true
        guard outcome.code.outcomeClass == .ok else { return outcome }
        // The link of a durable channel still waits: it was accepted, and not yet performed.
        if outcome.code == .okAccepted, wings.performerKind(of: outcome.execution)?.isAcceptedToWait == true {
            return outcome
        }
        outcome.code = .okReplayed
        let withheld = Withheld.allCases.first { outcome.message.hasSuffix($0.rawValue) }
        outcome.message = outcome.code.sentence + (withheld?.rawValue ?? "")
        return outcome
    }
}
