package import Contract
package import Features

/// A URL or a named action on its way through the daemon, with all that its call says.
package struct LinkRequest {
    /// What happens at the end of the path.
    package enum Goal {
        /// The action is performed.
        case perform
        /// The proof is kept, to be performed by its name.
        case keep
    }

    var target: Target
    package let caller: Caller
    /// Whose facts count; the caller's own where nil.
    package let subject: Subject?
    let goal: Goal
    /// The connection that gets the outcome; nil where there is none.
    let waiter: Waiter?
    /// True if the outcome is to carry timings.
    var isTimed = false
    /// What the person confirmed, for this request alone.
    package var confirmed: ConfirmedLink?
    /// For the app that takes the link, so that it may bring its window to the front.
    var activationToken: String?
    /// As its caller sent it.
    var traceparent: String?
    /// For what performs the action: from the daemon's own step, where that is recorded.
    var traceOfAction: String? { stopwatch?.trace?.fromAction ?? traceparent }
    /// For what else is called for the link.
    var traceOfLink: String? { stopwatch?.trace?.fromLink ?? traceparent }
    /// The name of the trace that it is part of.
    var trace: String? { traceparent.map(TraceParent.trace) }
    /// How often the link was handed on, and from where.
    var trail = LinkTrail()
    /// The languages that its caller wants the texts of the outcome in; nil where it does not say.
    package var languages: LanguageList?
    /// The app that gets the link in the place of every action; nil where the table chooses.
    var app: String?
    /// By which the link is performed at most once.
    var key: KeptKey?
    /// How long the link may wait until what blocks it is lifted.
    var wait: Duration?
    /// How long its caller waits for the outcome, from the arrival of the call.
    var deadline: Duration?
    /// Measures it, where something follows links and it has to wait.
    var stopwatch: LinkStopwatch?

    init(
        _ target: Target, caller: Caller, subject: Subject?, goal: Goal = .perform, waiter: Waiter? = nil,
        languages: LanguageList? = nil
    ) {
        (self.target, self.caller, self.subject) = (target, caller, subject)
        (self.goal, self.waiter, self.languages) = (goal, waiter, languages)
    }

    /// Whether its outcome has no trace, and no text in a language of its caller: for those one is made.
    func isPlain(in catalogue: FeatureCatalogue) -> Bool {
        traceparent == nil && (languages == nil || !catalogue.isTranslated)
    }

    /// Takes what a call of `Open` says besides, as its caller sent it.
    ///
    /// *Throws*: where a text or a number is not one of those that its parameter takes.
    mutating func take(
        activationToken: String?, key: String?, waitMs: Int64?, deadlineMs: Int64?, traceparent: String? = nil,
        hops: Int64? = nil, with app: String? = nil, for server: Server
    ) throws(ParameterError) {
        if let activationToken, !ActivationToken.isValid(activationToken) { throw .invalid(.activationToken) }
        self.activationToken = activationToken
        if let traceparent, !TraceParent.isValid(traceparent) { throw .invalid(.traceparent) }
        self.traceparent = traceparent
        guard let hops = Int(exactly: hops ?? 0), LinkHops.range.contains(hops) else { throw .invalid(.hops) }
        trail.hops = hops
        if let app, app.isEmpty || target.url == nil { throw .invalid(.with) }
        self.app = app
        self.key = try key.map { key throws(ParameterError) in try server.key(key, of: self) }
        wait = try Self.duration(waitMs, upTo: Limits.longestWait, .waitMs)
        deadline = try Self.duration(deadlineMs, upTo: Limits.longestActionTime, .deadlineMs)
    }

    /// *Units and range*: milliseconds, from 1 on.
    private static func duration(
        _ milliseconds: Int64?, upTo longest: Duration, _ parameter: Parameter
    ) throws(ParameterError) -> Duration? {
        guard let milliseconds else { return nil }
        guard 1...longest.wholeMilliseconds ~= milliseconds else { throw .invalid(parameter) }
        return .milliseconds(milliseconds)
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
