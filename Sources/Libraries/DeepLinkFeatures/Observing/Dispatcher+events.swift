extension Dispatcher {
    /// Calls back with each action that is requested, refused, begun and ended, as long as what is returned is kept.
    ///
    /// ```swift
    /// observation = dispatcher.observeActions { event in
    ///     if case .ended(let code, let time) = event.stage { log("\(event.action) \(code) \(time)") }
    /// }
    /// ```
    ///
    /// The handler is called where the dispatcher belongs, before its function returns. It can neither delay nor change what is
    /// performed but by the time that it takes. It gets no events of what it performs itself.
    public func observeActions(_ handler: @escaping (ActionEvent) -> Void) -> ActionObservation {
        watchers.add(ActionObservation { event, _ in handler(event) })
    }

    /// Calls back with the events of one action and its input, as long as what is returned is kept.
    ///
    /// The input is nil for a request without one.
    ///
    /// ```swift
    /// observation = dispatcher.observe(Playback.play) { event, episode in
    ///     if event.stage == .began, let episode { recent.append(episode) }
    /// }
    /// ```
    public func observe<Binding: ActionBinding>(
        _ binding: Binding, _ handler: @escaping (ActionEvent, Binding.ActionType.Input?) -> Void
    ) -> ActionObservation {
        watchers.add(ActionObservation(of: binding, handler))
    }

    /// The events from now on, for a loop in any task.
    ///
    /// ```swift
    /// let events = dispatcher.actionEvents()
    /// Task { for await event in events { await analytics.send(event) } }
    /// ```
    ///
    /// It ends with its task, and with the dispatcher.
    ///
    /// - Parameter count: how many events wait for a slow loop; the oldest are lost first.
    public func actionEvents(keeping count: Int = 1000) -> AsyncStream<ActionEvent> {
        watchers.stream(keeping: max(1, count))
    }
}
