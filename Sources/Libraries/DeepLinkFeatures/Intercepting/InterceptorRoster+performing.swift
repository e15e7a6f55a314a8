import Features

extension InterceptorRoster {
    /// Performs an interceptor's action with the proof that its feature is available; nil where it is not.
    ///
    /// Returns: its result, and the nanoseconds that the action took.
    static func performIfAvailable<Binding: ActionBinding>(
        _ binding: Binding.Type, in dispatcher: Dispatcher, with input: Binding.ActionType.Input,
        presenter: Binding.ActionType.Presenter, for subject: Subject
    ) throws -> (output: Binding.ActionType.Output, tookNs: Int64)? where Binding.ActionType: Action {
        guard let context = context(of: binding, in: dispatcher, with: input, for: subject) else { return nil }
        let begunNs = dispatcher.interceptorClock()
        let output = try Binding.ActionType.perform(context, presenter: presenter)
        return (output, dispatcher.interceptorClock() - begunNs)
    }

    /// Performs an interceptor's action that may suspend, with the proof that its feature is available; nil where it is not.
    nonisolated(nonsending) static func performIfAvailable<Binding: ActionBinding>(
        _ binding: Binding.Type, in dispatcher: Dispatcher, with input: Binding.ActionType.Input,
        presenter: Binding.ActionType.Presenter, for subject: Subject
    ) async throws -> Binding.ActionType.Output? where Binding.ActionType: AsyncAction {
        guard let context = context(of: binding, in: dispatcher, with: input, for: subject) else { return nil }
        return try await Binding.ActionType.perform(context, presenter: presenter)
    }

    private static func context<Binding: ActionBinding>(
        of binding: Binding.Type, in dispatcher: Dispatcher, with input: Binding.ActionType.Input, for subject: Subject
    ) -> ActionContext<Binding.ActionType>? {
        guard let binding = dispatcher.roster.binding(binding) else { return nil }
        do throws(Refusal) {
            let proof = try dispatcher.prove(binding, for: subject)
            return ActionContext(input: input, dispatcher: dispatcher, subject: subject, proof: proof)
        } catch {
            return nil
        }
    }

    /// Performs the observers' actions; their errors are ignored.
    ///
    /// - Parameter feature: the number of the feature that the link reached, if it reached one.
    func tell(_ outcome: ObservedOutcome, of feature: Int?, for subject: Subject, in dispatcher: Dispatcher) {
        for line in observers where line.record.isAbout(feature) && !isRunning(line.record) {
            // ignored: an observer changes nothing.
            try? run(line.record) { try line.call(dispatcher, subject, outcome) }
        }
    }

    /// Brings up to date what the interceptors depend on, before anything is verified.
    ///
    /// Otherwise asking an interceptor could change facts, and make the proof stale that waits for its answer.
    func bringUpToDate(_ dispatcher: Dispatcher, for subject: Subject) {
        for feature in features { dispatcher.bringUpToDate(feature, for: subject) }
    }
}
