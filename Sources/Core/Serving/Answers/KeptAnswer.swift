import Contract

/// The answer of an action, as it is written into the outcomes of later links.
final class KeptAnswer {
    /// What an entry takes beside its bytes and those of its key.
    private static let overheadBytes = 320

    let key: AnswerKey
    /// The members of the outcome that the action gave, each with its comma: `"execution":{…},"result":{…},`.
    let bytes: [UInt8]
    /// *Units*: nanoseconds on the server's clock.
    let fetchedNs: Int64
    /// For whom it was fetched, so that it counts for this user.
    let user: UInt32
    /// From when on the service is asked again behind it.
    ///
    /// *Units*: nanoseconds on the server's clock.
    var retryNs = Int64.min
    /// When it was given last, counted in answers.
    var lastUse: UInt64 = 0

    /// Keeps what an action answered; nil for an outcome that is not simply performed, or that only operators may see whole.
    init?(_ outcome: Outcome, key: AnswerKey, fetchedNs: Int64, user: UInt32) {
        guard outcome.code == .okPerformed, outcome.message == outcome.code.sentence, outcome.execution?.error == nil
        else { return nil }
        var writer = JSONWriter()
        writer.beginObject()
        if var execution = outcome.execution {
            execution.duration = .zero
            writer.value("execution", execution)
        }
        if let result = outcome.result { writer.value("result", result) }
        writer.member("text", outcome.text)
        writer.endObject()
        // Without its braces.
        let members = writer.finish().dropFirst().dropLast()
        bytes = members.isEmpty ? [] : members + [UInt8(ascii: ",")]
        (self.key, self.fetchedNs, self.user) = (key, fetchedNs, user)
    }

    /// *Units*: bytes, roughly.
    var roughBytes: Int { bytes.count + key.bytes.count + Self.overheadBytes }

    /// An outcome with the members that the action gave, and no others.
    var outcome: Outcome? {
        let text =
            "{\"class\":\"ok\",\"code\":\"ok.performed\",\"message\":\"\"," + String(decoding: bytes, as: UTF8.self)
        guard let value = try? JSONText.value(of: text.dropLast() + "}") else { return nil }
        return (try? ReceivedOutcome(value))?.outcome
    }
}
