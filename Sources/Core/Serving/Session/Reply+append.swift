import Contract

extension Reply {
    /// Writes the reply as a message, as an audience may see it, and shortened where it is too long.
    func append(for audience: Audience, continues: Bool = false, to writer: inout JSONWriter) {
        let start = writer.count
        var reply = visible(to: audience)
        while true {
            ReplyEncoder.append(reply, continues: continues, to: &writer)
            guard writer.count - start > Limits.answerBytes, let shorter = reply.shortened else { return }
            writer.truncate(to: start)
            reply = shorter
        }
    }
}

extension Outcome {
    /// Writes the outcome as the reply to a call, by the rules of `Reply.append`.
    ///
    /// - Parameters:
    ///   - id: its id.
    ///   - reports: its constraints and remedies, where they were written for the audience before.
    ///
    /// *Cost*: no copy of the outcome, unless something is left out.
    func append(
        id: OutcomeName, reports: WrittenReports?, for audience: Audience, to writer: inout JSONWriter
    ) {
        if reports != nil || isWhole(for: audience) {
            let start = writer.count
            ReplyEncoder.append(outcome: self, id: id.digits.span, reports: reports, to: &writer)
            if writer.count - start <= Limits.answerBytes { return }
            writer.truncate(to: start)
        }
        var outcome = self
        outcome.outcomeId = id.text
        OutcomeAnswer(outcome).append(for: audience, to: &writer)
    }
}
