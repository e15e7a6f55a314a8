internal import Contract

// Answers that come in parts: pages, of which each is a call, and the replies of one streaming call that ends by itself.
//
//     features()   List  →  256 features, next  →  List after next  →  12 features
//     timeline()   Timeline with more  →  100 entries  →  100 entries  →  17 entries, the last reply
//
// What is gathered has a bound: a service that is not the daemon, or a daemon with a fault, could send parts for ever.

/// How parts are put together.
struct Gathering<Part: Sendable, Answer: Sendable>: Sendable {
    /// What there is before the first part.
    let start: Answer
    /// Adds a part, and returns how many elements it has, and the cursor of the next page, if there are more pages.
    let add: @Sendable (_ part: Part, _ answer: inout Answer) -> (count: Int, next: String?)
    /// *Units*: elements, as `add` counts them.
    var limit = 1_000_000
}

/// What was gathered so far.
private struct Gathered<Part: Sendable, Answer: Sendable>: Sendable {
    let gathering: Gathering<Part, Answer>
    private(set) var answer: Answer
    private(set) var next: String?
    private(set) var restarts = 0
    private var count = 0

    init(_ gathering: Gathering<Part, Answer>) {
        self.gathering = gathering
        answer = gathering.start
    }

    /// *Throws*: `unreadableReply`, where there are more elements than an answer may have.
    mutating func add(_ part: Part, from path: String) throws(DeepLinkError) {
        let (added, next) = gathering.add(part, &answer)
        count += added
        guard count <= gathering.limit else {
            throw .unreadableReply(path: path, reason: "it has more than \(gathering.limit) elements")
        }
        // An empty page is the last one, even if it names a next one.
        self.next = added == 0 ? nil : next
    }

    /// Begins anew; false where that was done too often.
    mutating func restart() -> Bool {
        (answer, next, restarts) = (gathering.start, nil, restarts + 1)
        return restarts <= 3
    }
}

extension Driver {
    /// Asks for page after page, and completes with what they have together.
    func ask<Page: Sendable, Answer: Sendable>(
        _ gathering: Gathering<Page, Answer>, as call: DeepLinkCall? = nil,
        pages question: @escaping @Sendable (_ after: String?) -> Question<Page>,
        _ completion: @escaping Completion<Answer>
    ) -> DeepLinkCall {
        let call = call ?? DeepLinkCall(self)
        ask(Gathered(gathering), call, question, completion)
        return call
    }

    private func ask<Page: Sendable, Answer: Sendable>(
        _ gathered: Gathered<Page, Answer>, _ call: DeepLinkCall,
        _ question: @escaping @Sendable (String?) -> Question<Page>, _ completion: @escaping Completion<Answer>
    ) {
        _ = ask(question(gathered.next), as: call) { [weak self] (result: Result<Page, DeepLinkError>) in
            var gathered = gathered
            guard let self else { return completion(.failure(.closed)) }
            do throws(DeepLinkError) {
                try gathered.add(try result.get(), from: paths.first ?? "")
            } catch {
                // A new table does not declare what the page before ended with.
                guard error.isOfCursor, gathered.next != nil, gathered.restart() else {
                    return completion(.failure(error))
                }
                return ask(gathered, call, question, completion)
            }
            guard gathered.next != nil else { return completion(.success(gathered.answer)) }
            ask(gathered, call, question, completion)
        }
    }

    /// Asks for page after page; a cancelled task ends that.
    func ask<Page: Sendable, Answer: Sendable>(
        _ gathering: Gathering<Page, Answer>, pages question: @escaping @Sendable (_ after: String?) -> Question<Page>
    ) async throws(DeepLinkError) -> Answer {
        let call = DeepLinkCall(self)
        return try await awaitCompletion(cancel: call.cancel) { _ = ask(gathering, as: call, pages: question, $0) }
    }
}

extension DeepLinkError {
    /// Whether the daemon does not know the place after which a page was asked for.
    fileprivate var isOfCursor: Bool {
        if case .invalidParameter("after", _) = self { true } else { false }
    }
}

// MARK: Streams that end

extension Driver {
    /// Calls a streaming method, and completes with what its replies have together.
    func ask<Part: Sendable, Answer: Sendable>(
        _ gathering: Gathering<Part, Answer>, as call: DeepLinkCall? = nil, replies request: some Method,
        read: @escaping @Sendable (Value) throws(FramingError) -> Part, _ completion: @escaping Completion<Answer>
    ) -> DeepLinkCall {
        let call = call ?? DeepLinkCall(self)
        let handle = StreamHandle(self, .init(ending: Request(request)), number: call.number)
        gather(Gathered(gathering), handle, call, read, completion)
        return call
    }

    private func gather<Part: Sendable, Answer: Sendable>(
        _ gathered: Gathered<Part, Answer>, _ handle: StreamHandle, _ call: DeepLinkCall,
        _ read: @escaping @Sendable (Value) throws(FramingError) -> Part, _ completion: @escaping Completion<Answer>
    ) {
        guard !call.isCancelled else { return completion(.failure(.cancelled)) }
        handle.next { [self] result in
            var gathered = gathered
            do throws(DeepLinkError) {
                switch try result.get() {
                case .reply(let received): try gathered.add(try received.read(read), from: received.path)
                case .interrupted(let error): throw error
                case nil: return completion(call.isCancelled ? .failure(.cancelled) : .success(gathered.answer))
                }
            } catch {
                return completion(.failure(error))
            }
            gather(gathered, handle, call, read, completion)
        }
    }

    /// Calls a streaming method, and gives what its replies have together; a cancelled task ends that.
    func ask<Part: Sendable, Answer: Sendable>(
        _ gathering: Gathering<Part, Answer>, replies request: some Method,
        read: @escaping @Sendable (Value) throws(FramingError) -> Part
    ) async throws(DeepLinkError) -> Answer {
        let call = DeepLinkCall(self)
        return try await awaitCompletion(cancel: call.cancel) {
            _ = ask(gathering, as: call, replies: request, read: read, $0)
        }
    }
}
