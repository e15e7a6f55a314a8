public import Features

extension Dispatcher {
    /// Calls back with the conditional features as they are now, and again with those that have changed.
    ///
    /// ```swift
    /// observation = dispatcher.observe { change in
    ///     if let playlists = change[SmartPlaylists.self] { menu.show(playlists.isAvailable == true) }
    /// }
    /// ```
    ///
    /// The first call comes before this function returns; later ones come from the functions of the dispatcher that set
    /// facts, and from ``refresh()``. The handler may set facts itself: it is called again when it has returned. Keep what is
    /// returned: its end is the end of the calls.
    public func observe(
        for subject: Subject? = nil, _ handler: @escaping (AvailabilityChange) -> Void
    ) -> AvailabilityObservation {
        let observation = AvailabilityObservation(self, subject ?? self.subject, handler)
        observers.removeAll { $0.object == nil }
        observers.append(Weak(object: observation))
        together { _ = observation.look() }
        return observation
    }

    /// Sets several facts, and then gives one notice of all that has changed.
    public func together<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        holds += 1
        defer {
            holds -= 1
            factsChanged()
        }
        return try body()
    }

    /// Lets the time pass, asks the features' own switches and all trackers, adapters and stores again, and gives notice of
    /// what has changed.
    ///
    /// Call it at ``nextBoundaryMs``, and when ``setWakeUp(_:)`` calls. A program that reads ``changes`` need not.
    public func refresh() {
        expireFlows()
        factsChanged()
    }

    /// Sets what is called, on any thread, when a tracker, adapter or store announces a change: go to the thread or actor of
    /// the dispatcher and ``refresh()`` it there.
    ///
    /// It is of use to programs that ``observe(for:_:)``; those that read ``changes`` need nothing of the kind.
    public func setWakeUp(_ wakeUp: (@Sendable () -> Void)?) { signal.setWakeUp(wakeUp) }
}

/// The calls to one handler of changes; their end is the end of this, or ``cancel()``.
public final class AvailabilityObservation {
    private weak var dispatcher: Dispatcher?
    private let subject: Subject
    private var handler: ((AvailabilityChange) -> Void)?
    private var reader = AvailabilityReader()

    init(_ dispatcher: Dispatcher, _ subject: Subject, _ handler: @escaping (AvailabilityChange) -> Void) {
        (self.dispatcher, self.subject, self.handler) = (dispatcher, subject, handler)
    }

    /// Ends the calls, at once.
    public func cancel() { handler = nil }

    /// Calls the handler if there is something new; tells whether there was.
    @discardableResult
    func look() -> Bool {
        guard let handler, let current = dispatcher?.availabilities(for: subject) else { return false }
        // A feature's own switch may have ended this.
        guard self.handler != nil, let change = reader.take(current) else { return false }
        handler(change)
        return true
    }
}

extension Dispatcher {
    /// How often handlers are called in one go that change facts themselves each time.
    ///
    /// What is left then is told with the next change.
    private static let rounds = 100

    /// Gives notice of what has changed.
    func factsChanged() {
        signal.fire()
        tellObservers()
    }

    /// Calls the handlers for which there is something new.
    func tellObservers() {
        guard holds == 0, !observers.isEmpty else { return }
        holds += 1
        defer { holds -= 1 }
        for _ in 0..<Self.rounds {
            let present = observers.compactMap(\.object)
            var hasNews = false
            for observation in present where observation.look() { hasNews = true }
            if !hasNews { return }
        }
    }

    /// The state of all conditional features, as the facts are.
    func availabilities(for subject: Subject) -> [FeatureAvailability] {
        roster.conditional.map { number, type in
            bringUpToDate(number, for: subject)
            let assessment = Verifier.assess(
                number, in: roster.catalogue, facts: store.facts, caller: caller, subject: subject)
            let code = assessment.refusal?.code
            return FeatureAvailability(
                feature: roster.catalogue.features[number].path,
                isAvailable: code.map { $0.outcomeClass == .pending ? nil : false } ?? true, code: code?.rawValue,
                type: ObjectIdentifier(type))
        }
    }

    /// How long until a fact changes by itself; nil if none will.
    ///
    /// *Limits*: a minute, since the clock may be set meanwhile.
    var timeToBoundary: Duration? {
        nextBoundaryMs.map { .milliseconds(min(max(0, $0 - clock()), 60_000)) }
    }
}
