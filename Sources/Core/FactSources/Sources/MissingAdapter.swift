internal import Features

/// Answers for a fact whose source the table names and this host has no adapter for.
///
/// Evidence names the source, so that an operator sees what the table asks for and the host does not have.
final class MissingAdapter: FactSource {
    let name: String
    let lifetime = AnswerLifetime(isAnnounced: true, asksAgainAfter: nil)
    var onChange: ((Subject?) -> Void)?

    /// - Parameter origin: as the table declares it.
    init(for origin: any FactOrigin) {
        // As every source is named: its kind, a colon, its place.
        let words = "\(origin)".split(separator: " ", maxSplits: 1)
        name = words.joined(separator: ":")
    }

    func ask(_ question: FactQuestion, _ reply: @escaping (SourceReply) -> Void) {
        let value = (question.key.kind.rule as? any SourcedRule.Type)?.valueWithoutAdapter
        reply(value.map { .facts([question.key: $0]) } ?? .undetermined(reason: "this host has no \(name)"))
    }
}
