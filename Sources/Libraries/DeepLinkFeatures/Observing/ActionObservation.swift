/// The calls to one handler of events; their end is the end of this, or ``cancel()``.
public final class ActionObservation {
    private var handler: ((ActionEvent, Any?) -> Void)?
    private var isRunning = false

    init(_ handler: @escaping (ActionEvent, Any?) -> Void) { self.handler = handler }

    /// Calls back with the events of one action.
    init<Binding: ActionBinding>(
        of binding: Binding, _ handler: @escaping (ActionEvent, Binding.ActionType.Input?) -> Void
    ) {
        self.handler = { event, input in
            if event.isOf(binding) { handler(event, input as? Binding.ActionType.Input) }
        }
    }

    /// Ends the calls, at once.
    public func cancel() { handler = nil }

    /// Calls the handler, unless it is what performs the action.
    func tell(_ event: ActionEvent, _ input: Any?) {
        guard !isRunning, let handler else { return }
        isRunning = true
        defer { isRunning = false }
        handler(event, input)
    }
}

/// Those who observe the actions of one dispatcher.
final class ActionWatchers {
    private var observations: [Weak<ActionObservation>] = []
    private var streams: [AsyncStream<ActionEvent>.Continuation] = []
    /// The number of the last request or performance that was observed.
    private var lastNumber: UInt64 = 0

    /// True if there is none, so that an event need not be made.
    ///
    /// Every request asks; to ask the lists checks each time that nothing is changing them.
    private(set) var isEmpty = true

    deinit {
        for stream in streams { stream.finish() }
    }

    /// A number for a request or a performance.
    func makeNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    /// Has a handler called as long as the observation is kept.
    func add(_ observation: ActionObservation) -> ActionObservation {
        observations.append(Weak(object: observation))
        isEmpty = false
        return observation
    }

    /// The events from now on.
    func stream(keeping count: Int) -> AsyncStream<ActionEvent> {
        let (events, stream) = AsyncStream<ActionEvent>.makeStream(bufferingPolicy: .bufferingNewest(count))
        streams.append(stream)
        isEmpty = false
        return events
    }

    /// Gives an event to all of them.
    func tell(_ event: ActionEvent, with input: Any?) {
        observations.removeAll { $0.object == nil }
        for observation in observations { observation.object?.tell(event, input) }
        streams.removeAll { stream in
            if case .terminated = stream.yield(event) { true } else { false }
        }
        isEmpty = observations.isEmpty && streams.isEmpty
    }
}
