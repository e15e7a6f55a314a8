extension Reply {
    /// Reads the parameters of a method's reply.
    ///
    /// *Throws*: `field`, where a member is missing or has the wrong type; also for words that this program does not know.
    package init(_ parameters: Value, of method: Method) throws(FramingError) {
        self = method.reply
        try readMembers(of: parameters)
    }

    /// The diagnostics in the error `BadTable` or `BadFact`.
    ///
    /// *Throws*: `field`, where a member is missing or has the wrong type.
    package static func diagnostics(_ parameters: Value) throws(FramingError) -> [DiagnosticReport] {
        var reply = Reply.badTable([])
        try reply.readMembers(of: parameters)
        return if case .badTable(let diagnostics) = reply { diagnostics } else { [] }
    }

    /// What the reply of `Explain` has besides its outcome; no candidates where the call did not ask for them.
    ///
    /// *Throws*: `field`, where a member is missing or has the wrong type.
    package static func explanation(
        _ parameters: Value
    ) throws(FramingError) -> (candidates: [CandidateReport], preview: ActionPreview) {
        var reply = Reply.explained(Outcome(), candidates: nil)
        try reply.readMembers(of: parameters, besides: "outcome")
        guard case .explained(_, let candidates, let preview) = reply else { return ([], ActionPreview()) }
        return (candidates ?? [], preview)
    }
}
