package import Contract

/// `Reply` → message bytes, NUL included.
///
/// Nothing but what the protocol defines is ever written: clients reset the connection on a member they do not know, a
/// vendor's dotted one included, and on `continues` where they did not ask for it.
package enum ReplyEncoder {
    /// Appends one message to a buffer that the caller sends and uses again.
    ///
    /// `continues` says that another reply to the same call follows: only where the call said `more`, and never with an
    /// error.
    ///
    /// *Shape*: `.outcome(…)` → `{"parameters":{"outcome":{…}}}` and a NUL.
    ///
    /// *Cost*: linear in the message; allocates only where the buffer grows.
    package static func append(_ reply: Reply, continues: Bool = false, to buffer: inout [UInt8]) {
        var writer = JSONWriter(buffer.released())
        writer.beginObject()
        if let error = errorName(of: reply) { writer.member("error", error) }
        if hasParameters(reply) {
            writer.name("parameters")
            writer.beginObject()
            members(of: reply, &writer)
            writer.endObject()
        }
        if continues { writer.member("continues", true) }
        writer.endObject()
        writer.endMessage()
        buffer = writer.finish()
    }

    /// Appends the reply of `Open` and `Perform`, without moving the outcome into a `Reply` first.
    package static func append(outcome: borrowing Outcome, to buffer: inout [UInt8]) {
        var writer = JSONWriter(buffer.released())
        writer.beginObject()
        writer.name("parameters")
        writer.beginObject()
        writer.name("outcome")
        writer.outcome(outcome)
        writer.endObject()
        writer.endObject()
        writer.endMessage()
        buffer = writer.finish()
    }

    private static func errorName(of reply: Reply) -> String? {
        switch reply {
        case .failure(let error): error.name
        case .badTable: Reply.badTableName
        case .badFact: Reply.badFactName
        case .notDevelopment: Reply.notDevelopmentName
        case .notKept(let interface, _, _): Reply.notKeptName(interface)
        default: nil
        }
    }

    private static func hasParameters(_ reply: Reply) -> Bool {
        switch reply {
        case .failure(let error): error.parameter != nil
        case .notDevelopment: false
        default: true
        }
    }

    private static func members(of reply: Reply, _ writer: inout JSONWriter) {
        switch reply {
        case .outcome(let outcome):
            self.outcome(outcome, &writer)
        case .verified(let outcome, let binding, let expiresAfterMs):
            self.outcome(outcome, &writer)
            writer.member("binding", binding)
            writer.member("expiresAfterMs", expiresAfterMs)
        case .explained(let outcome, let candidates):
            self.outcome(outcome, &writer)
            if let candidates { writer.member("candidates", candidates) { $0.candidate($1) } }
        case .features(let features, let next):
            writer.member("features", features) { $0.feature($1) }
            writer.member("next", next)
        case .feature(let feature):
            writer.name("feature")
            writer.feature(feature)
        case .watched(let features, let removed):
            writer.member("features", features) { $0.feature($1) }
            writer.member("removed", removed)
        case .switched(let isDurable): writer.member("durable", isDurable)
        case .status(let status): writer.statusMembers(status)
        case .reloaded(let report): writer.reloadMembers(report)
        case .service(let service): writer.serviceMembers(service)
        case .interface(let interface): writer.member("description", interface.text)
        case .overridden(let endsAfterMs): writer.member("endsAfterMs", endsAfterMs)
        case .backedUp, .notDevelopment: break
        case .notKept(_, let code, let reason):
            writer.member("code", code)
            writer.member("reason", reason)
        case .badTable(let diagnostics), .badFact(let diagnostics):
            writer.member("diagnostics", diagnostics) { $0.diagnostic($1) }
        case .failure(let error):
            if let (name, value) = error.parameter { writer.member(name, value) }
        }
    }

    private static func outcome(_ outcome: Outcome, _ writer: inout JSONWriter) {
        writer.name("outcome")
        writer.outcome(outcome)
    }
}
