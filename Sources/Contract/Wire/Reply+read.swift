package import Varlink

extension Reply {
    /// Reads the parameters of a method's reply.
    ///
    /// *Throws*: `field`, where a member is missing or has the wrong type; also for words that this program does not know.
    package init(_ parameters: Value, of method: Method) throws(FramingError) {
        self = try method.reply.filled(from: parameters)
    }

    /// The diagnostics in the error `BadTable` or `BadFact`.
    ///
    /// *Throws*: `field`, where a member is missing or has the wrong type.
    package static func diagnostics(_ parameters: Value) throws(FramingError) -> [DiagnosticReport] {
        guard case .badTable(let diagnostics) = try Reply.badTable([]).filled(from: parameters) else { return [] }
        return diagnostics
    }

    /// The candidates in the reply of `Explain`, whatever its outcome; none where the call did not ask for them.
    ///
    /// *Throws*: `field`, where a member is missing or has the wrong type.
    package static func candidates(_ parameters: Value) throws(FramingError) -> [CandidateReport] {
        var reader = try MemberReader(parameters, besides: "outcome")
        var reply = Reply.explained(.blank, candidates: nil)
        reply.members(&reader)
        if let failure = reader.failure { throw failure }
        guard case .explained(_, let candidates?) = reply else { return [] }
        return candidates
    }

    private func filled(from parameters: Value) throws(FramingError) -> Reply {
        var reader = try MemberReader(parameters)
        var reply = self
        reply.members(&reader)
        if let failure = reader.failure { throw failure }
        return reply
    }
}
