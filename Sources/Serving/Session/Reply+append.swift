import Contract

extension Reply {
    /// Appends the reply as a message, shortened where it is too long.
    func append(to bytes: inout [UInt8], continues: Bool) {
        let start = bytes.count
        var reply = self
        while true {
            ReplyEncoder.append(reply, continues: continues, to: &bytes)
            guard bytes.count - start > Limits.answerBytes, let shorter = reply.shortened else { return }
            bytes.removeSubrange(start...)
            reply = shorter
        }
    }
}
