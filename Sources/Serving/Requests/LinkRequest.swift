import Features

/// A URL on its way through the daemon, with the caller and the subject of its request.
struct LinkRequest {
    let url: String
    let caller: Caller
    /// Whose facts count; the caller's own where nil.
    let subject: Subject?
    /// Who waits for the outcome; nil where no connection does.
    var waiter: Waiter?
    /// Whether the outcome is to carry timings.
    var isTimed = false
    /// Makes the request of a connection's call.
    ///
    /// *Throws*: where the subject is none, or the caller may not name it.
    init(_ url: String, _ subject: String?, of session: Session, by callers: CallerRules) throws(ParameterError) {
        (self.url, caller) = (url, session.caller)
        self.subject = try callers.subject(subject, for: caller)
        waiter = Waiter(session)
    }

    /// Makes a request that no connection waits for.
    init(url: String, caller: Caller, subject: Subject?) {
        (self.url, self.caller, self.subject) = (url, caller, subject)
    }

    /// Whose facts count.
    var holder: Subject { subject ?? caller.subject }

    /// Tells requests of one key apart; no text of the URL is written to the disk for it.
    ///
    /// *Shape*: the URL's length and two 64-bit FNV-1a hashes with different beginnings. A subject can only deceive itself.
    var fingerprint: String {
        var (one, two): (UInt64, UInt64) = (0xCBF2_9CE4_8422_2325, 0x8422_2325_CBF2_9CE4)
        for byte in url.utf8 {
            one = (one ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
            two = (two ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        }
        return "\(url.utf8.count)-\(String(one, radix: 16))-\(String(two, radix: 16))"
    }
}
