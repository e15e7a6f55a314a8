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
        if case .outcome(let outcome) = reply, !continues { return append(outcome: outcome, to: &buffer) }
        let errorName = reply.errorName
        var writer = JSONWriter(buffer.released())
        writer.beginObject()
        if let errorName { writer.member("error", errorName) }
        if errorName == nil || !reply.memberDescriptions.isEmpty {
            writer.name("parameters")
            reply.writeMembers(to: &writer)
        }
        if continues { writer.flag("continues") }
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
        outcome.write(to: &writer)
        writer.endObject()
        writer.endObject()
        writer.endMessage()
        buffer = writer.finish()
    }
}
