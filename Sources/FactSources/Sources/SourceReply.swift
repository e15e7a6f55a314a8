/// What became of one question to a source.
package enum SourceReply<Value: Sendable>: Sendable {
    case value(Value)
    /// The source did its work, and what it found says nothing: what it said before no longer stands.
    ///
    /// *Shape*: `reason` is one sentence for people, without its full stop.
    case undetermined(reason: String)
    /// The source could not do its work: what it said before stands for a while.
    case failed(reason: String)

    /// The reply with its value made into another.
    package func map<Other: Sendable>(_ transform: (Value) -> Other) -> SourceReply<Other> {
        switch self {
        case .value(let value): .value(transform(value))
        case .undetermined(let reason): .undetermined(reason: reason)
        case .failed(let reason): .failed(reason: reason)
        }
    }
}

extension SourceReply: Equatable where Value: Equatable {}
