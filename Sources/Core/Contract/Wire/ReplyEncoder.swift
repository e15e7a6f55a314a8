/// `Reply` → message bytes, NUL included.
///
/// Nothing but what the protocol defines is ever written: clients reset the connection on a member they do not know, a
/// vendor's dotted one included, and on `continues` where they did not ask for it.
package enum ReplyEncoder {
    /// Writes one message behind those that were written before.
    ///
    /// `continues` says that another reply to the same call follows: only where the call said `more`, and never with an
    /// error.
    ///
    /// *Shape*: `OutcomeAnswer(…)` → `{"parameters":{"outcome":{…}}}` and a NUL.
    ///
    /// *Cost*: linear in the message; allocates only where the buffer grows.
    package static func append(_ reply: some Reply, continues: Bool = false, to writer: inout JSONWriter) {
        let errorName = reply.errorName
        writer.beginObject()
        if let errorName { writer.member("error", errorName) }
        if errorName == nil || !reply.memberDescriptions.isEmpty {
            writer.name("parameters")
            reply.writeParameters(to: &writer)
        }
        if continues { writer.flag("continues") }
        writer.endObject()
        writer.endMessage()
    }

    /// Writes the reply of `Open` and `Perform`, without moving the outcome into a `Reply` first.
    ///
    /// - Parameters:
    ///   - id: the outcome's id, where it has none of its own.
    ///   - reports: its constraints and remedies, where they were written before.
    package static func append(
        outcome: borrowing Outcome, id: Span<UInt8>? = nil, reports: WrittenReports? = nil, to writer: inout JSONWriter
    ) {
        writer.beginObject()
        writer.name("parameters")
        writer.beginObject()
        writer.name("outcome")
        outcome.write(to: &writer, id: id, reports: reports)
        writer.endObject()
        writer.endObject()
        writer.endMessage()
    }

    /// Appends one message to a buffer that the caller sends and uses again.
    package static func append(_ reply: some Reply, continues: Bool = false, to buffer: inout [UInt8]) {
        var writer = JSONWriter(buffer.released())
        append(reply, continues: continues, to: &writer)
        buffer = writer.finish()
    }
}
