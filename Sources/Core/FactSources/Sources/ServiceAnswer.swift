internal import Contract
internal import Features
import HostSystem
internal import VarlinkClient

/// The parameters of a question to a service, and the meaning of its answer (VarlinkSource.swift): the rules of the
/// fact's kind have both.
enum ServiceAnswer {
    /// The parameters of a question.
    static func parameters(for question: FactQuestion) -> [Value.Member] {
        question.key.sourced.parameters(of: question.key.name, for: question.holder)
    }

    /// What the end of a call says of a fact.
    static func reply(to result: VarlinkConnection.Result, for key: FactKey) -> SourceReply {
        switch result {
        case .failure(let error): .failed(reason: "\(error)")
        case .success(.error(let name, _)): .failed(reason: "it answered \(name)")
        case .success(.parameters(let answer)): key.sourced.read(answer, for: key)
        }
    }
}

extension FactKey {
    /// How files and services hold the fact; only for a fact of which a table can name one.
    var sourced: any SourcedRule.Type {
        guard let rule = kind.rule as? any SourcedRule.Type else {
            preconditionFailure("no file or service has a fact of the kind \(kind.word)")
        }
        return rule
    }
}
