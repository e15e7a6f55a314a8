internal import Contract

/// A call whose answer has a type.
struct Question<Answer: Sendable>: Sendable {
    let request: Request
    let binding: SingleCall.Binding
    let read: @Sendable (Value) throws(FramingError) -> Answer

    init(
        _ request: Request, binding: SingleCall.Binding = .none,
        read: @escaping @Sendable (Value) throws(FramingError) -> Answer
    ) {
        (self.request, self.binding, self.read) = (request, binding, read)
    }

    init(
        request: some Method, binding: SingleCall.Binding = .none,
        read: @escaping @Sendable (Value) throws(FramingError) -> Answer
    ) {
        self.init(Request(request), binding: binding, read: read)
    }

    /// Reads the answer out of a reply.
    func answer(_ result: Result<Received, DeepLinkError>) -> Result<Answer, DeepLinkError> {
        result.flatMap { received in Result { () throws(DeepLinkError) in try received.read(read) } }
    }
}

extension Question {
    /// The call whose answer is a member of the method's.
    init<Call: Method>(_ request: Call, _ member: any KeyPath<Call.Answer, Answer> & Sendable) {
        self.init(request: request) { (reply) throws(FramingError) in try Call.Answer(reply: reply)[keyPath: member] }
    }

    /// The call whose answer is the method's.
    init<Call: Method>(_ request: Call) where Call.Answer == Answer {
        self.init(request: request, read: Answer.init(reply:))
    }
}

extension Driver {
    /// Asks a question; `completion` gets the answer on the client's thread.
    func ask<Answer>(
        _ question: Question<Answer>, as call: DeepLinkCall? = nil, _ completion: @escaping Completion<Answer>
    ) -> DeepLinkCall {
        let call = call ?? DeepLinkCall(self)
        let failure = mailbox.post { engine in
            // A task that is cancelled before its call begins has cancelled it already.
            guard !call.isCancelled else { return completion(.failure(.cancelled)) }
            SingleCall(
                question.request, number: call.number, binding: question.binding, repeatedFor: nil, engine: engine
            ) { completion(question.answer($0)) }.start()
        }
        if let failure { completion(.failure(failure)) }
        return call
    }

    /// Asks a question, and ends the call if the task is cancelled.
    func ask<Answer>(
        _ question: Question<Answer>, as call: DeepLinkCall? = nil
    ) async throws(DeepLinkError) -> Answer {
        let call = call ?? DeepLinkCall(self)
        return try await awaitCompletion(cancel: call.cancel) { _ = ask(question, as: call, $0) }
    }
}
