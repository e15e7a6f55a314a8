import Contract
import Features

/// The events of one request or one performance; made only where something observes them.
struct ActionWatch {
    private let dispatcher: Dispatcher
    private let number: UInt64
    private let key: Roster.ActionKey
    private let feature: String
    private let action: String
    private let subject: Subject
    private let values: [Value.Member]
    private var input: Any?
    private var hasBegun = false
    private let route: String?
    private var begunNs: Int64 = 0

    /// Nil where nothing observes.
    ///
    /// - Parameters:
    ///   - input: nil for a request without one.
    ///   - values: what a link brings; unless given, what one to the input would.
    init?(
        _ action: any ActionDefinition.Type, of feature: any FeatureDefinition.Type, in dispatcher: Dispatcher,
        for subject: Subject?, with input: @autoclosure () -> Any?, bringing values: [Value.Member]? = nil,
        route: String? = nil
    ) {
        guard !dispatcher.watchers.isEmpty else { return nil }
        let input = input()
        (self.dispatcher, number) = (dispatcher, dispatcher.watchers.makeNumber())
        key = Roster.ActionKey(feature, action)
        self.feature =
            dispatcher.roster.number(of: feature).map { dispatcher.roster.catalogue.features[$0].path } ?? feature.name
        self.action = action.name
        self.subject = subject ?? dispatcher.subject
        self.values = Self.shown(values ?? Self.values(of: input), of: action, feature, in: dispatcher)
        (self.input, self.route) = (input, route)
    }

    private static func values(of input: Any?) -> [Value.Member] {
        guard let input = input as? any LinkedInput else { return [] }
        var values = LinkValues()
        input.write(to: &values)
        return values.members
    }

    private static func shown(
        _ values: [Value.Member], of action: any ActionDefinition.Type, _ feature: any FeatureDefinition.Type,
        in dispatcher: Dispatcher
    ) -> [Value.Member] {
        guard !values.isEmpty else { return [] }
        let secrets = dispatcher.routes.secrets(of: action, in: feature)
        return values.map { secrets.contains($0.name) ? .init($0.name, .string("***")) : $0 }
    }

    // MARK: Stages

    /// It was requested, and is available.
    func granted() { tell(.granted) }

    /// It was requested, and is not performed.
    func refused(_ code: String) { tell(.refused(code: code)) }

    /// It is being performed.
    mutating func began(with input: Any) {
        (self.input, hasBegun, begunNs) = (input, true, dispatcher.interceptorClock())
        tell(.began)
    }

    /// It gave back a result.
    func ended(_ output: Any) { end((output as? LinkOutcome)?.code ?? OutcomeCode.okPerformed.rawValue) }

    /// It threw an error, or was not begun for one.
    func failed(_ error: any Error) { end(OutcomeCode(of: error).rawValue) }

    private func end(_ code: String) {
        guard hasBegun else { return refused(code) }
        tell(.ended(code: code, after: .nanoseconds(dispatcher.interceptorClock() - begunNs)))
    }

    private func tell(_ stage: ActionEvent.Stage) {
        let event = ActionEvent(
            stage: stage, feature: feature, action: action, subject: subject,
            inputs: Dictionary(values.map { ($0.name, $0.value.argumentText) }) { first, _ in first },
            route: route, number: number, timeMs: dispatcher.clock(), key: key)
        dispatcher.watchers.tell(event, with: input)
    }
}

extension ActionWatch? {
    /// Performs an action between the events of its beginning and its end.
    mutating func observe<Output>(_ input: Any, _ perform: () throws -> Output) rethrows -> Output {
        self?.began(with: input)
        do {
            let output = try perform()
            self?.ended(output)
            return output
        } catch {
            self?.failed(error)
            throw error
        }
    }

    /// Performs an action that may suspend between the events of its beginning and its end.
    nonisolated(nonsending) mutating func observe<Output>(
        _ input: Any, _ perform: nonisolated(nonsending) () async throws -> Output
    ) async rethrows -> Output {
        self?.began(with: input)
        do {
            let output = try await perform()
            self?.ended(output)
            return output
        } catch {
            self?.failed(error)
            throw error
        }
    }
}
