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

    /// The candidates in the reply of `Explain`, whatever its outcome; none where the call did not ask for them.
    ///
    /// *Throws*: `field`, where a member is missing or has the wrong type.
    package static func candidates(_ parameters: Value) throws(FramingError) -> [CandidateReport] {
        var reply = Reply.explained(Outcome(), candidates: nil)
        try reply.readMembers(of: parameters, besides: "outcome")
        return if case .explained(_, let candidates?) = reply { candidates } else { [] }
    }
}
