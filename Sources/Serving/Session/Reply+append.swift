import Contract

extension Reply {
    /// Writes the reply as a message, shortened where it is too long.
    func append(to writer: inout JSONWriter, continues: Bool) {
        let start = writer.count
        var reply = self
        while true {
            ReplyEncoder.append(reply, continues: continues, to: &writer)
            guard writer.count - start > Limits.answerBytes, let shorter = reply.shortened else { return }
            writer.truncate(to: start)
            reply = shorter
        }
    }
}
