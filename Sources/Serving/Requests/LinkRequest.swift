import Contract
import Features

/// A URL or a named action on its way through the daemon, with the caller and the subject of its request.
struct LinkRequest {
    let target: Target
    let caller: Caller
    /// Whose facts count; the caller's own where nil.
    let subject: Subject?
    /// Who waits for the outcome; nil where no connection does.
    var waiter: Waiter?
    /// Whether the outcome is to carry timings.
    var isTimed = false
    /// What the person confirmed, for this request alone.
    var confirmed: ConfirmedLink?
    /// For the app that takes the link, so that it may bring its window to the front.
    private(set) var activationToken: String?

    /// Makes the request of a connection's call.
    ///
    /// *Throws*: where there is not one of URL and action, the subject is none, or the caller may not name it.
    init(_ target: Target, _ subject: String?, of session: Session, by callers: CallerRules) throws(ParameterError) {
        if let fault = target.fault { throw .invalid(fault) }
        (self.target, caller) = (target, session.caller)
        self.subject = try callers.subject(subject, for: caller)
        waiter = Waiter(session)
    }

    /// Makes a request that no connection waits for.
    init(_ target: Target, caller: Caller, subject: Subject?) {
        (self.target, self.caller, self.subject) = (target, caller, subject)
    }

    /// Takes an activation token as the caller sent it.
    ///
    /// *Throws*: where it cannot be one.
    mutating func take(activationToken text: String?) throws(ParameterError) {
        guard let text else { return }
        guard ActivationToken.isValid(text) else { throw .invalid(.activationToken) }
        activationToken = text
    }

    /// Whose facts count.
    var holder: Subject { subject ?? caller.subject }

    /// Tells requests of one key apart; no text of the URL or the inputs is written to the disk for it.
    ///
    /// *Shape*: the length of what is asked for and two 64-bit FNV-1a hashes with different beginnings; for an action that of
    /// its name and of its inputs in the order of their names. A subject can only deceive itself.
    var fingerprint: String {
        let inputs = Value.object(target.inputs.sorted { $0.name < $1.name })
        let text = target.url ?? "\0" + (target.action ?? "") + "\0" + JSONText.text(of: inputs)
        var (one, two): (UInt64, UInt64) = (0xCBF2_9CE4_8422_2325, 0x8422_2325_CBF2_9CE4)
        for byte in text.utf8 {
            one = (one ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
            two = (two ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        }
        let kind = target.url == nil ? "a" : ""
        return "\(kind)\(text.utf8.count)-\(String(one, radix: 16))-\(String(two, radix: 16))"
    }
}
