import DeepLinkFeatures
import Testing

@Suite struct DispatcherTests {
    @Test func `an action of a feature that is always available is performed directly`() throws {
        let dispatcher = try Dispatcher(Plain.self, on: machine)
        #expect(try dispatcher.perform(Plain.echo, with: "a", presenter: NoPresenter()) == "a")
        #expect(dispatcher.publishedActions.map(\.name) == ["echo"])
    }

    @Test func `an action of a feature that is always available is performed with no more words than it needs`()
        async throws
    {
        let dispatcher = try Dispatcher(Everyday.self, on: machine)
        #expect(try dispatcher.perform(Everyday.subject) == "machine")
        #expect(try dispatcher.perform(Everyday.subject, for: .account("ann")) == "account:ann")
        #expect(try dispatcher.perform(Everyday.echo, with: "a") == "a")
        let paper = Paper()
        try dispatcher.perform(Everyday.sign, presenter: paper)
        try await dispatcher.perform(Everyday.signLater, presenter: paper, for: .account("ann"))
        #expect(paper.lines == ["machine", "account:ann later"])
        #expect(try await dispatcher.perform(Everyday.slowEcho, with: "b") == "b")
        #expect(try await dispatcher.perform(Everyday.slowSubject) == "machine")
    }

    @Test func `an action of a conditional feature is performed once it is available`() async throws {
        let dispatcher = try Dispatcher(Switched.self, on: machine)
        #expect(code(of: Switched.echo, dispatcher) == "blocked.toggle.off")
        try dispatcher.setToggle(Switched.self, to: true)
        #expect(try dispatcher.request(Switched.echo).get().perform(with: "a") == "a")
        #expect(try await dispatcher.request(Switched.slowEcho).get().perform(with: "b") == "b")
        try dispatcher.setToggle(Switched.self, to: nil)
        #expect(code(of: Switched.echo, dispatcher) == "blocked.toggle.off")
    }

    @Test func `a purchase ends in time, and setting the clock back does not grant it again`() throws {
        var nowMs: Int64 = 1000
        let dispatcher = try Dispatcher(Shop.self, on: machine, clock: { nowMs })
        dispatcher.setPermission(.camera, to: .authorized)
        dispatcher.setPurchase(gold, to: .active, endsMs: 2000)
        #expect(dispatcher.nextBoundaryMs == 2000)
        let kept = try dispatcher.request(Selling.echo).get()
        for (timeMs, isAvailable) in [(1999, true), (2000, false), (1000, false)] as [(Int64, Bool)] {
            nowMs = timeMs
            #expect(dispatcher.status(of: Selling.self).isAvailable == isAvailable, "at \(timeMs)")
        }
        nowMs = 2001
        do {
            _ = try kept.perform(with: "a")
            Issue.record("it was performed")
        } catch let error as PerformError {
            #expect(error == .stale(feature: "Selling"))
        }
        dispatcher.setPurchase(gold, to: .active, endsMs: 1)
        #expect(dispatcher.status(of: Selling.self).isAvailable == false)
        let byTheSystem = try Dispatcher(Shop.self, on: machine)
        byTheSystem.setPermission(.camera, to: .authorized)
        byTheSystem.setPurchase(gold, to: .active, endsMs: 1)
        #expect(byTheSystem.status(of: Selling.self).isAvailable == false)
    }

    @Test func `a subfeature is available only if its group is, and its refusal names the group`() throws {
        let dispatcher = try Dispatcher(Shop.self, on: machine)
        dispatcher.setPermission(.camera, to: .authorized)
        let refusal = try #require(dispatcher.status(of: Selling.self).refusal)
        #expect(refusal.code == "blocked.purchase.required" && refusal.feature == "Shop/Selling")
        #expect(refusal.primary?.inheritedFrom == "Shop")
        dispatcher.setPurchase(gold, to: .active)
        #expect(dispatcher.status(of: Selling.self).isAvailable == true)
    }

    @Test func `an unknown fact makes the request pending, not denied`() throws {
        let dispatcher = try Dispatcher(Shop.self, on: machine)
        dispatcher.setPurchase(gold, to: .unknown)
        let status = dispatcher.status(of: Shop.self)
        #expect(status.isAvailable == nil && status.refusal?.isPending == true)
        #expect(status.purchases.requiredToUnlock.isEmpty, "no product is offered that the user may already have")
    }

    @Test func `facts of one subject do not count for another`() throws {
        let dispatcher = try Dispatcher(Switched.self, on: machine)
        try dispatcher.setToggle(Switched.self, to: true, for: .account("ann"))
        #expect(code(of: Switched.echo, dispatcher, for: .account("ann")) == nil)
        #expect(code(of: Switched.echo, dispatcher, for: .account("bob")) == "blocked.toggle.off")
        #expect(code(of: Switched.echo, dispatcher) == "blocked.toggle.off")
    }

    @Test func `dispatchers of the same features share no facts`() throws {
        let (one, other) = (try Dispatcher(Switched.self, on: machine), try Dispatcher(Switched.self, on: machine))
        try one.setToggle(Switched.self, to: true)
        #expect(code(of: Switched.echo, one) == nil && code(of: Switched.echo, other) == "blocked.toggle.off")
    }

    // MARK: Proofs

    @Test func `a proof is stale once a fact that it depends on has changed, and only then`() throws {
        let dispatcher = try Dispatcher(Switched.self, on: machine)
        try dispatcher.setToggle(Switched.self, to: true)
        try dispatcher.setToggle(Switched.self, to: true, for: .account("ann"))
        let kept = try dispatcher.request(Switched.echo).get()
        try dispatcher.setToggle(Switched.self, to: false, for: .account("ann"))
        try dispatcher.setToggle(Switched.self, to: true)
        #expect(try kept.perform(with: "a") == "a", "another subject's change and a change to the same are none")
        let stale = try dispatcher.request(Switched.echo).get()
        try dispatcher.setToggle(Switched.self, to: false)
        do {
            Issue.record("performed \(try stale.perform(with: "a"))")
        } catch let error as PerformError {
            #expect(error == .stale(feature: "Switched"))
        }
    }

    @Test func `an undeclared action is refused with a message`() throws {
        let dispatcher = try Dispatcher(Switched.self, on: machine)
        #expect(code(of: Switched.undeclared, dispatcher) == "rejected.binding.unknown")
        #expect(code(of: Selling.echo, dispatcher) == "rejected.binding.unknown")
        #expect(throws: PerformError.undeclared(feature: "Plain", action: "echo")) {
            try dispatcher.perform(Plain.echo, with: "a", presenter: NoPresenter())
        }
        #expect(dispatcher.status(of: Selling.self).isAvailable == false)
    }

    // MARK: The program's own switch

    @Test func `the program's switch is read at each request`() throws {
        let dispatcher = try Dispatcher(Tutorial.self, on: machine)
        for (isEnabled, code) in [(true, nil), (false, "blocked.feature.disabled"), (nil, "pending.undetermined")] {
            Tutorial.$enabled.withValue(isEnabled) { #expect(self.code(of: Tutorial.echo, dispatcher) == code) }
        }
        dispatcher.setRuntime(Tutorial.self, to: false)
        #expect(code(of: Tutorial.echo, dispatcher) == "blocked.feature.disabled")
        dispatcher.setRuntime(Tutorial.self, to: nil)
        #expect(code(of: Tutorial.echo, dispatcher) == nil)
    }

    @Test func `a switch that queries its own feature gets the previous value`() throws {
        let dispatcher = try Dispatcher(Curious.self, on: machine)
        Curious.$asked.withValue(Curious.Box(dispatcher)) {
            #expect(code(of: Curious.echo, dispatcher) == "blocked.feature.disabled")
        }
    }

    @Test func `a feature switched off while its switch is read stays off`() throws {
        let dispatcher = try Dispatcher(Stubborn.self, on: machine)
        Stubborn.$asked.withValue(Curious.Box(dispatcher)) {
            for _ in 0..<2 { #expect(code(of: Stubborn.echo, dispatcher) == "blocked.feature.disabled") }
        }
    }

    /// The code of a refusal; nil if the request is granted.
    private func code<FeatureType, ActionType>(
        of binding: ConditionalActionBinding<FeatureType, ActionType>, _ dispatcher: Dispatcher,
        for subject: Subject? = nil
    ) -> String? {
        switch dispatcher.request(binding, for: subject) {
        case .verified: nil
        case .refused(let refusal): refusal.code
        }
    }
}

/// What an action of a test writes on.
private final class Paper {
    var lines: [String] = []
}

/// Actions with and without input and presenter, at once and later.
private enum Everyday: Feature {
    static let description = ""
    static let subject = action(NameSubject.self)
    static let slowSubject = action(SlowNameSubject.self)
    static let echo = action(EchoAction.self)
    static let slowEcho = action(SlowEcho.self)
    static let sign = action(Sign.self)
    static let signLater = action(SignLater.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(subject)
        actions.declare(slowSubject)
        actions.declare(echo)
        actions.declare(slowEcho)
        actions.declare(sign)
        actions.declare(signLater)
    }

    enum NameSubject: Action {
        static func perform(_ context: borrowing ActionContext<Self>, presenter: NoPresenter) -> String {
            context.subject.description
        }
    }
    enum SlowNameSubject: AsyncAction {
        nonisolated(nonsending) static func perform(
            _ context: borrowing ActionContext<Self>, presenter: NoPresenter
        ) async throws -> String {
            await Task.yield()
            return context.subject.description
        }
    }
    enum Sign: Action {
        static func perform(_ context: borrowing ActionContext<Self>, presenter: Paper) {
            presenter.lines.append(context.subject.description)
        }
    }
    enum SignLater: AsyncAction {
        nonisolated(nonsending) static func perform(
            _ context: borrowing ActionContext<Self>, presenter: Paper
        ) async throws {
            await Task.yield()
            presenter.lines.append(context.subject.description + " later")
        }
    }
}

/// A feature with a switch that a test sets.
private enum Tutorial: ConditionalFeature {
    static let description = ""
    static let echo = action(EchoAction.self)
    @TaskLocal static var enabled: Bool? = true
    static var isEnabled: Bool? { enabled }

    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(echo) }
}

/// A feature whose switch is on if the feature is available.
private enum Curious: ConditionalFeature {
    /// Passes a dispatcher through a task local; it never leaves the test's thread.
    final class Box: @unchecked Sendable {
        let dispatcher: Dispatcher
        init(_ dispatcher: Dispatcher) { self.dispatcher = dispatcher }
    }

    static let description = ""
    static let echo = action(EchoAction.self)
    @TaskLocal static var asked: Box?
    static var isEnabled: Bool? { asked?.dispatcher.status(of: Curious.self).isAvailable }

    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(echo) }
}

/// A feature whose switch switches the feature off while it is read, and returns on.
private enum Stubborn: ConditionalFeature {
    static let description = ""
    static let echo = action(EchoAction.self)
    @TaskLocal static var asked: Curious.Box?
    static var isEnabled: Bool? {
        asked?.dispatcher.setRuntime(Stubborn.self, to: false)
        return true
    }

    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(echo) }
}
