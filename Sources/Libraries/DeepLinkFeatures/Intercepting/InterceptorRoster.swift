import Features

/// The interceptors of one dispatcher, each kind in the order of declaration.
final class InterceptorRoster: Sendable {
    /// One line, and what performs its action.
    struct Line<Call: Sendable>: Sendable {
        let record: Interceptor
        let call: Call
    }

    /// Asks a guard; nil where its feature is not available.
    typealias AskGuard =
        @Sendable (Dispatcher, Subject, GuardedAction) throws -> (output: GuardAnswer, tookNs: Int64)?
    /// Performs an observer's action, if its feature is available.
    typealias TellObserver = @Sendable (Dispatcher, Subject, ObservedOutcome) throws -> Void

    /// An object of ``ImmediateReplacement`` or ``SuspendingReplacement``.
    typealias Replacement = any AnyObject & Sendable

    /// One that is being performed.
    private struct Key: Hashable {
        let roster: ObjectIdentifier
        let action: Int
    }

    /// Those around the code that runs.
    ///
    /// None of them acts on what is performed inside of it, or two that are about one another would never end. A replacement may
    /// suspend, so they are not kept here.
    @TaskLocal private static var running: Set<Key> = []

    let guards: [Line<AskGuard>]
    let observers: [Line<TellObserver>]
    /// By the number of the action that is replaced.
    let replacements: [Int: [Line<Replacement>]]
    /// The features of all interceptors.
    let features: [Int]

    /// Nil if there are none: then nothing is asked.
    init?(
        guards: [Line<AskGuard>], observers: [Line<TellObserver>], replacements: [Int: [Line<Replacement>]]
    ) {
        (self.guards, self.observers, self.replacements) = (guards, observers, replacements)
        let records = guards.map(\.record) + observers.map(\.record) + replacements.values.joined().map(\.record)
        guard !records.isEmpty else { return nil }
        features = Set(records.map(\.binding.feature)).sorted()
    }

    // MARK: Performing

    /// True while the action of a line is performed around the code that asks.
    func isRunning(_ record: Interceptor) -> Bool { Self.running.contains(key(record)) }

    /// Performs the action of a line.
    func run<Result>(_ record: Interceptor, _ body: () throws -> Result) rethrows -> Result {
        try Self.$running.withValue(Self.running.union([key(record)])) { try body() }
    }

    /// Performs the action of a line, which may suspend.
    nonisolated(nonsending) func run<Result>(
        _ record: Interceptor, _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        try await Self.$running.withValue(Self.running.union([key(record)])) { try await body() }
    }

    private func key(_ record: Interceptor) -> Key {
        Key(roster: ObjectIdentifier(self), action: record.binding.action)
    }
}

/// What is performed in the place of an action.
final class ImmediateReplacement<ActionType: Action>: Sendable {
    /// Performs it; nil where its feature is not available.
    typealias Call =
        @Sendable (Dispatcher, Subject, ActionType.Input, ActionType.Presenter) throws -> ActionType.Output?

    let perform: Call

    init(_ perform: @escaping Call) { self.perform = perform }
}

/// What is performed in the place of an action that may suspend.
final class SuspendingReplacement<ActionType: AsyncAction>: Sendable {
    /// Performs it; nil where its feature is not available.
    typealias Call =
        nonisolated(nonsending) @Sendable (Dispatcher, Subject, ActionType.Input, ActionType.Presenter) async throws ->
        ActionType.Output?

    let perform: Call

    init(_ perform: @escaping Call) { self.perform = perform }
}
