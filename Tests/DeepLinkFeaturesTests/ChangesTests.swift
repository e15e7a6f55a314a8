import DeepLinkFeatures
import Foundation
import Testing

/// Notices of changed availability, as a sequence and by callback.
@MainActor @Suite struct ChangesTests {
    // MARK: The sequence

    @Test func `the first notice has all conditional features, later ones those that have changed`() async throws {
        let dispatcher = try Dispatcher(Shop.self, Switched.self, Plain.self, on: machine)
        var changes = dispatcher.changes.makeAsyncIterator()
        let first = try #require(await changes.next())
        #expect(first.features.map(\.feature) == ["DeepLinking", "Shop", "Shop/Selling", "Switched"])
        #expect(first.features.map(\.isAvailable) == [true, false, false, false])
        #expect(first[Switched.self]?.code == "blocked.toggle.off" && first[DeepLinkingFeature.self]?.code == nil)
        try dispatcher.setToggle(Switched.self, to: true)
        let second = try #require(await changes.next())
        #expect(second.features.map(\.feature) == ["Switched"] && second[Switched.self]?.isAvailable == true)
        #expect(second[Shop.self] == nil)
        dispatcher.setPurchase(gold, to: .active)
        let third = try #require(await changes.next())
        // Selling is still blocked, and for another reason now.
        #expect(third.features.map(\.feature) == ["Shop", "Shop/Selling"])
        #expect(third[Selling.self]?.code == "blocked.permission.notDetermined")
        dispatcher.setPermission(.camera, to: .unknown)
        #expect(await changes.next()?[Selling.self]?.isAvailable == .some(nil))
        dispatcher.setRuntime(DeepLinkingFeature.self, to: false)
        #expect(await changes.next()?[DeepLinkingFeature.self]?.code == "blocked.feature.disabled")
    }

    @Test func `changes between two notices are one notice, and the last state is in it`() async throws {
        let dispatcher = try Dispatcher(Shop.self, Switched.self, on: machine)
        var changes = dispatcher.changes.makeAsyncIterator()
        var late = dispatcher.changes.makeAsyncIterator()
        _ = await changes.next()
        for isOn in [true, false, true] { try dispatcher.setToggle(Switched.self, to: isOn) }
        dispatcher.setPurchase(gold, to: .active)
        dispatcher.setPurchase(gold, to: nil)
        let notice = try #require(await changes.next())
        #expect(notice.features.map(\.feature) == ["Switched"] && notice[Switched.self]?.isAvailable == true)
        #expect(await late.next()?.features.count == 4, "each loop has a first notice of its own")
    }

    @Test func `a subject's changes are no other's`() async throws {
        let dispatcher = try Dispatcher(Switched.self, on: machine)
        var changes = dispatcher.changes(for: .account("ann")).makeAsyncIterator()
        _ = await changes.next()
        try dispatcher.setToggle(Switched.self, to: true, for: .account("bob"))
        try dispatcher.setToggle(Switched.self, to: true, for: .account("ann"))
        #expect(await changes.next()?[Switched.self]?.isAvailable == true)
        dispatcher.forget(.account("ann"))
        #expect(await changes.next()?[Switched.self]?.isAvailable == false)
    }

    @Test func `a loop that waits is woken by a change`() async throws {
        let dispatcher = try Dispatcher(Switched.self, on: machine)
        var states: [Bool?] = []
        let reader = Task {
            for await change in dispatcher.changes {
                guard let switched = change[Switched.self] else { continue }
                states.append(switched.isAvailable)
                if states.count == 3 { return }
            }
        }
        for isOn in [true, false] {
            while states.isEmpty || states.last == isOn { await Task.yield() }
            try dispatcher.setToggle(Switched.self, to: isOn)
        }
        await reader.value
        #expect(states == [false, true, false])
    }

    @Test func `a loop that waits is woken by the end of a purchase`() async throws {
        let dispatcher = try Dispatcher(Shop.self, on: machine)
        let start = ContinuousClock.now
        dispatcher.setPurchase(gold, to: .active)
        dispatcher.setPurchase(gold, to: .cancelled, endsMs: Int64(Date().timeIntervalSince1970 * 1000) + 100)
        var codes: [String?] = []
        for await change in dispatcher.changes {
            codes.append(change[Shop.self]?.code)
            if codes.last != .some(nil) { break }
        }
        #expect(codes.last == "blocked.purchase.expired")
        // A machine under load may have seen the purchase ended at once.
        #expect(codes.count == 2 || ContinuousClock.now - start >= .milliseconds(100))
    }

    @Test func `a loop ends with its task`() async throws {
        let dispatcher = try Dispatcher(Switched.self, on: machine)
        var count = 0
        let reader = Task { for await _ in dispatcher.changes { count += 1 } }
        while count == 0 { await Task.yield() }
        reader.cancel()
        await reader.value
        #expect(count == 1)
        let early = Task { for await _ in dispatcher.changes { count += 1 } }
        early.cancel()
        await early.value
        #expect(count <= 2)
    }

    @Test func `a loop ends with its dispatcher, which it does not keep`() async throws {
        var dispatcher: Dispatcher? = try Dispatcher(Switched.self, on: machine)
        weak let observed = dispatcher
        let changes = try #require(dispatcher?.changes)
        var count = 0
        let reader = Task { for await _ in changes { count += 1 } }
        while count == 0 { await Task.yield() }
        dispatcher = nil
        #expect(observed == nil)
        await reader.value
        #expect(count == 1)
    }

    @Test func `no announcement of another thread is lost`() async throws {
        let tracker = TestTracker()
        let dispatcher = try Dispatcher(Shop.self, on: machine, purchases: tracker)
        let writers = Task.detached {
            await withTaskGroup { group in
                for _ in 0..<4 {
                    group.addTask {
                        for number in 0..<500 { tracker.set(number.isMultiple(of: 2) ? .active : .expired) }
                    }
                }
            }
            tracker.set(.revoked)
        }
        for await change in dispatcher.changes where change[Shop.self]?.code == "blocked.purchase.revoked" { break }
        await writers.value
        #expect(dispatcher.status(of: Shop.self).refusal?.code == "blocked.purchase.revoked")
    }

    // MARK: Callbacks

    @Test func `a handler is called at once, and then with each change, until the end of its token`() throws {
        let dispatcher = try Dispatcher(Shop.self, Switched.self, on: machine)
        var notices: [[String]] = []
        var observation: AvailabilityObservation? = dispatcher.observe { notices.append($0.features.map(\.feature)) }
        #expect(notices.map(\.count) == [4])
        try dispatcher.setToggle(Switched.self, to: true)
        try dispatcher.setToggle(Switched.self, to: true)
        #expect(notices.dropFirst() == [["Switched"]])
        dispatcher.together {
            dispatcher.setPurchase(gold, to: .active)
            dispatcher.setPermission(.camera, to: .authorized)
        }
        #expect(notices.dropFirst(2) == [["Shop", "Shop/Selling"]])
        observation?.cancel()
        try dispatcher.setToggle(Switched.self, to: false)
        #expect(notices.count == 3)
        observation = dispatcher.observe { _ in notices.append([]) }
        observation = nil
        try dispatcher.setToggle(Switched.self, to: true)
        #expect(notices.count == 4)
    }

    @Test func `facts that several handlers set are told after the handler has returned, to each of them once`() throws
    {
        let dispatcher = try Dispatcher(Shop.self, Switched.self, on: machine)
        var (depth, deepest, first, second) = (0, 0, [Bool?](), [Bool?]())
        let one = dispatcher.observe { change in
            depth += 1
            deepest = max(deepest, depth)
            first.append(change[Switched.self]?.isAvailable)
            // A purchase switches the other feature on.
            if change[Shop.self]?.isAvailable == true { try? dispatcher.setToggle(Switched.self, to: true) }
            depth -= 1
        }
        let other = dispatcher.observe { second.append($0[Switched.self]?.isAvailable) }
        dispatcher.setPurchase(gold, to: .active)
        withExtendedLifetime((one, other)) {}
        #expect(deepest == 1)
        #expect(first.last == true && second.last == true && second.filter { $0 == true }.count == 1)
    }

    @Test func `a handler that never settles does not keep the program for ever`() throws {
        let dispatcher = try Dispatcher(Switched.self, on: machine)
        var calls = 0
        let observation = dispatcher.observe { change in
            calls += 1
            try? dispatcher.setToggle(Switched.self, to: change[Switched.self]?.isAvailable == false)
        }
        #expect(calls > 10 && calls < 1000)
        withExtendedLifetime(observation) {}
    }

    @Test func `refresh tells of ended purchases and of the features' own switches`() throws {
        var nowMs: Int64 = 1000
        let dispatcher = try Dispatcher(Shop.self, Moody.self, on: machine, clock: { nowMs })
        dispatcher.setPurchase(gold, to: .active, endsMs: 2000)
        try Moody.$isOn.withValue(true) {
            var notices: [AvailabilityChange] = []
            let observation = dispatcher.observe { notices.append($0) }
            nowMs = try #require(dispatcher.nextBoundaryMs)
            dispatcher.refresh()
            #expect(notices.last?.features.map(\.feature) == ["Shop", "Shop/Selling"])
            #expect(notices.last?[Shop.self]?.code == "blocked.purchase.expired")
            Moody.$isOn.withValue(false) { dispatcher.refresh() }
            #expect(notices.count == 3 && notices.last?[Moody.self]?.isAvailable == false)
            withExtendedLifetime(observation) {}
        }
    }
}

/// A feature with a switch of its own that a test moves.
private enum Moody: ConditionalFeature {
    static let description = ""
    static let echo = action(EchoAction.self)
    @TaskLocal static var isOn = true
    static var isEnabled: Bool? { isOn }

    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(echo) }
}
