public import Contract

// Answers of actions as types of the caller's.

/// The outcome of a link or an action that has no answer, because it was not performed, failed, or may have failed.
///
/// The calls that give an answer as a type throw it: ``DeepLinkDaemon/open(_:as:options:)`` and
/// ``DeepLinkDaemon/perform(_:inputs:as:options:)``.
public struct UnsuccessfulOutcome: Error, Equatable, Sendable, CustomStringConvertible {
    /// The outcome; its class is any but `ok`.
    public let outcome: Outcome

    /// The code and the sentence.
    public var description: String { outcome.description }
}

extension Outcome {
    /// The action's answer as a value of a type, without a cast.
    ///
    /// ```swift
    /// struct Episode: Decodable { let title: String; let position: UInt? }
    /// let episode = try outcome.result(as: Episode.self)
    /// ```
    ///
    /// It is made of ``ReceivedOutcome/result``, or of ``ReceivedOutcome/text`` where the action answered a text. The table
    /// says in `result` which members an answer has, and of which types; the daemon has checked them.
    ///
    /// - Throws: `DecodingError`: `valueNotFound` if the outcome has neither, and the others if the table's types are not
    ///   those of `Answer`; its `codingPath` has the member.
    public func result<Answer: Decodable>(as type: Answer.Type = Answer.self) throws -> Answer {
        guard let value = value["result"] ?? value["text"] else {
            let context = DecodingError.Context(codingPath: [], debugDescription: "the outcome \(code) has no result")
            throw DecodingError.valueNotFound(type, context)
        }
        return try value.decoded(as: type)
    }

    /// *Throws*: `UnsuccessfulOutcome`, or as `result(as:)`.
    fileprivate func answer<Answer: Decodable>(as type: Answer.Type) throws -> Answer {
        guard outcomeClass == .ok else { throw UnsuccessfulOutcome(outcome: self) }
        return try result(as: type)
    }
}

extension DeepLinkDaemon {
    /// Opens a URL, and gives what its action answered.
    ///
    /// ```swift
    /// struct Episode: Decodable, Sendable { let title: String; let seconds: Double? }
    ///
    /// do {
    ///     let episode = try await daemon.open("podcast://episodes/7", as: Episode.self)
    ///     print(episode.title)
    /// } catch let error as UnsuccessfulOutcome {
    ///     print(error.outcome.personSentence)
    /// }
    /// ```
    ///
    /// - Throws: ``UnsuccessfulOutcome`` for an outcome of any class but `ok`; `DecodingError` if the action answered something
    ///   else, and it was performed; ``DeepLinkError``.
    public func open<Answer: Decodable & Sendable>(
        _ url: String, as type: Answer.Type, options: CallOptions = CallOptions()
    ) async throws -> Answer {
        try await open(url, options: options).answer(as: type)
    }

    /// Opens a URL, and calls back with what its action answered.
    @discardableResult
    public func open<Answer: Decodable & Sendable>(
        _ url: String, as type: Answer.Type, options: CallOptions = CallOptions(),
        completion: @escaping @Sendable (Result<Answer, any Error>) -> Void
    ) -> DeepLinkCall {
        open(url, options: options) { outcome in completion(Result { try outcome.get().answer(as: type) }) }
    }

    /// Performs an action by its name, and gives what it answered.
    ///
    /// - Throws: as ``open(_:as:options:)``.
    public func perform<Answer: Decodable & Sendable>(
        _ action: String, inputs: [String: Value] = [:], as type: Answer.Type, options: CallOptions = CallOptions()
    ) async throws -> Answer {
        try await perform(action, inputs: inputs, options: options).answer(as: type)
    }

    /// Performs an action by its name, and calls back with what it answered.
    @discardableResult
    public func perform<Answer: Decodable & Sendable>(
        _ action: String, inputs: [String: Value] = [:], as type: Answer.Type, options: CallOptions = CallOptions(),
        completion: @escaping @Sendable (Result<Answer, any Error>) -> Void
    ) -> DeepLinkCall {
        perform(action, inputs: inputs, options: options) { outcome in
            completion(Result { try outcome.get().answer(as: type) })
        }
    }
}

extension Delivery {
    /// The action's inputs as a value of a type.
    ///
    /// ```swift
    /// struct Play: Decodable { let episode: UInt; let position: Int? }
    /// player.play(try link.inputs(as: Play.self))
    /// ```
    ///
    /// - Throws: `DecodingError` if the inputs of the table are not those of the type.
    public func inputs<Inputs: Decodable>(as type: Inputs.Type = Inputs.self) throws -> Inputs {
        try Value.object(link.inputs.members).decoded(as: type)
    }
}
