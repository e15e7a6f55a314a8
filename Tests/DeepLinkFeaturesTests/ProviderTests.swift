import DeepLinkFeatures
import Testing

/// Trackers, adapters and stores that dispatchers are made with.
@MainActor @Suite struct ProviderTests {
    // MARK: Purchases

    @Test func `a tracker is asked at each request, and what it says has its name as evidence`() throws {
        let tracker = TestTracker()
        let dispatcher = try Dispatcher(Shop.self, on: machine, purchases: tracker, permissions: [camera(.authorized)])
        #expect(code(dispatcher) == "blocked.purchase.required")
        tracker.setQuietly(.active)
        #expect(code(dispatcher) == nil)
        #expect(dispatcher.status(of: Shop.self).constraints.map(\.source) == ["shop"])
        #expect(dispatcher.status(of: Shop.self).constraints.allSatisfy { !$0.isOverride && $0.fault == nil })
        tracker.setQuietly(.unknown)
        #expect(code(dispatcher) == "pending.undetermined")
        #expect(dispatcher.status(of: Shop.self).purchases.requiredToUnlock.isEmpty)
        #expect(dispatcher.status(of: Selling.self).permissions.authorized == [.camera])
    }

    @Test func `a proof is stale once the tracker says otherwise`() throws {
        let tracker = TestTracker()
        let dispatcher = try Dispatcher(Shop.self, on: machine, purchases: tracker, permissions: [camera(.authorized)])
        tracker.setQuietly(.active)
        let proof = try dispatcher.request(Selling.echo).get()
        #expect(try proof.perform(with: "a") == "a")
        let stale = try dispatcher.request(Selling.echo).get()
        tracker.setQuietly(.revoked)
        do {
            Issue.record("performed \(try stale.perform(with: "a"))")
        } catch let error as PerformError {
            #expect(error == .stale(feature: "Selling"))
        }
    }

    @Test func `a tracked purchase ends on its date, and the same answer does not grant it again`() throws {
        let tracker = TestTracker()
        var nowMs: Int64 = 1000
        let dispatcher = try Dispatcher(
            Shop.self, on: machine, purchases: tracker, permissions: [camera(.authorized)], clock: { nowMs })
        tracker.set(TrackedPurchase(.active, endsMs: 2000))
        #expect(code(dispatcher) == nil && dispatcher.nextBoundaryMs == 2000)
        for (timeMs, expected) in [(2000, "blocked.purchase.expired"), (1500, "blocked.purchase.expired")] {
            nowMs = Int64(timeMs)
            #expect(code(dispatcher) == expected, "at \(timeMs)")
        }
        tracker.set(TrackedPurchase(.active, endsMs: 3000))
        #expect(code(dispatcher) == nil, "it was renewed")
    }

    @Test func `a thousand requests of one answer leave one date to look at`() throws {
        let tracker = TestTracker()
        var nowMs: Int64 = 1000
        let dispatcher = try Dispatcher(Shop.self, on: machine, purchases: tracker, clock: { nowMs })
        tracker.set(TrackedPurchase(.active, endsMs: 5000))
        for _ in 0..<1000 { _ = dispatcher.status(of: Shop.self) }
        nowMs = 5000
        #expect(dispatcher.status(of: Shop.self).isAvailable == false && dispatcher.nextBoundaryMs == nil)
    }

    @Test func `made-up purchases lie over a tracker's, and every report says so`() throws {
        let shop = TestTracker()
        shop.set(.active)
        let debug = DebugPurchaseTracker(over: shop)
        let dispatcher = try Dispatcher(Shop.self, on: machine, purchases: debug)
        #expect(dispatcher.status(of: Shop.self).isAvailable == true)
        debug.set(gold, to: .expired)
        let refusal = try #require(dispatcher.status(of: Shop.self).refusal)
        #expect(refusal.code == "blocked.purchase.expired")
        #expect(refusal.primary?.isOverride == true && refusal.primary?.source == "override")
        debug.set(gold, to: TrackedPurchase(.unknown))
        #expect(dispatcher.status(of: Shop.self).isAvailable == nil)
        debug.set(gold, to: .none as PurchaseState)
        #expect(dispatcher.status(of: Shop.self).refusal?.code == "blocked.purchase.required")
        debug.reset()
        #expect(dispatcher.status(of: Shop.self).isAvailable == true)
        #expect(dispatcher.status(of: Shop.self).constraints.allSatisfy { !$0.isOverride })
        #expect(try Dispatcher(Shop.self, purchases: DebugPurchaseTracker()).status(of: Shop.self).isAvailable == false)
    }

    @Test func `a tracker may ask the dispatcher that asks it`() throws {
        final class Curious: PurchaseTracker {
            let name = "curious"
            var dispatcher: Dispatcher?
            var answers: [Bool?] = []
            func announceChanges(with announcer: FactAnnouncer) {}
            func purchase(of product: Product, by subject: Subject) -> TrackedPurchase {
                answers.append(dispatcher?.status(of: Shop.self).isAvailable)
                return TrackedPurchase(.active)
            }
        }
        let tracker = Curious()
        let dispatcher = try Dispatcher(Shop.self, on: machine, purchases: tracker)
        tracker.dispatcher = dispatcher
        #expect(dispatcher.status(of: Shop.self).isAvailable == true)
        #expect(dispatcher.status(of: Shop.self).isAvailable == true)
        #expect(tracker.answers == [false, true], "it is told what was known before")
        tracker.dispatcher = nil
    }

    // MARK: Permissions

    @Test(arguments: PermissionStatus.allCases)
    func `an adapter's status counts`(status: PermissionStatus) throws {
        let adapter = camera(status)
        let tracker = TestTracker()
        tracker.set(.active)
        let dispatcher = try Dispatcher(Shop.self, on: machine, purchases: tracker, permissions: [adapter])
        let found = dispatcher.status(of: Selling.self)
        #expect(found.isAvailable == (status == .authorized ? true : status == .unknown ? nil : false))
        let permission = try #require(found.constraints.first { $0.kind == .permission })
        #expect(permission.source == "portal")
        if status != .unknown { #expect(permission.reason == status.rawValue) }
    }

    @Test func `a wider grant of an adapter counts for the narrower permission`() throws {
        let adapter = TestAdapter(.location(usage: .always))
        let dispatcher = try Dispatcher(Mapped.self, on: machine, permissions: [adapter])
        #expect(dispatcher.status(of: Mapped.self).isAvailable == false)
        adapter.statuses[.location(usage: .always)] = .authorized
        #expect(dispatcher.status(of: Mapped.self).isAvailable == true)
        dispatcher.setPermission(.location(usage: .whenInUse), to: .denied)
        #expect(dispatcher.status(of: Mapped.self).isAvailable == false)
    }

    @Test func `two adapters for one permission are an error that names it`() {
        do throws(DeclarationErrors) {
            _ = try Dispatcher(Shop.self, permissions: [camera(.denied), TestAdapter(.photos, .camera)])
            Issue.record("it was made")
        } catch {
            #expect(error.errors == [.twoAdapters(permission: "camera")])
        }
    }

    @Test func `an announcement wakes the program, which refreshes`() throws {
        let adapter = camera(.denied)
        let dispatcher = try Dispatcher(Shop.self, on: machine, permissions: [adapter])
        dispatcher.setPurchase(gold, to: .active)
        var codes: [String?] = []
        let observation = dispatcher.observe { codes.append($0[Selling.self]?.code) }
        let wakes = WakeCount()
        dispatcher.setWakeUp { wakes.add() }
        adapter.set(.camera, to: .authorized)
        #expect(codes == ["blocked.permission.denied"] && wakes.count == 1)
        dispatcher.refresh()
        #expect(codes == ["blocked.permission.denied", nil])
        dispatcher.setWakeUp(nil)
        adapter.set(.camera, to: .denied)
        #expect(wakes.count == 1)
        withExtendedLifetime(observation) {}
    }

    // MARK: Toggles

    @Test func `a store keeps toggles, by subject, beyond the dispatcher`() throws {
        let store = TestStore()
        let dispatcher = try Dispatcher(Switched.self, on: machine, toggles: store)
        #expect(dispatcher.status(of: Switched.self).refusal?.primary?.reason == "offByDefault")
        try dispatcher.setToggle(Switched.self, to: true)
        try dispatcher.setToggle(Switched.self, to: false, for: .account("ann"))
        #expect(store.toggles == ["machine Switched": true, "account:ann Switched": false])
        let next = try Dispatcher(Switched.self, on: machine, toggles: store)
        #expect(next.status(of: Switched.self).isAvailable == true)
        #expect(next.status(of: Switched.self).constraints.map(\.source) == ["store"])
        #expect(next.status(of: Switched.self, for: .account("ann")).refusal?.primary?.reason == "off")
        try next.setToggle(Switched.self, to: nil)
        #expect(dispatcher.status(of: Switched.self).isAvailable == false)
    }

    @Test func `a store that fails makes its toggles unknown, and a change of them an error that changes nothing`()
        throws
    {
        let store = TestStore()
        let dispatcher = try Dispatcher(Switched.self, on: machine, toggles: store)
        try dispatcher.setToggle(Switched.self, to: true)
        store.fault = .service(problem: "so")
        #expect(throws: ToggleStoreError.service(problem: "so")) { try dispatcher.setToggle(Switched.self, to: false) }
        let status = dispatcher.status(of: Switched.self)
        #expect(status.isAvailable == nil)
        #expect(status.refusal?.primary?.fault == "the toggle was not kept: so")
        store.fault = nil
        #expect(dispatcher.status(of: Switched.self).isAvailable == true)
    }

    // MARK: Shared helpers

    private func camera(_ status: PermissionStatus) -> TestAdapter {
        let adapter = TestAdapter(.camera)
        adapter.statuses[.camera] = status
        return adapter
    }

    private func code(_ dispatcher: Dispatcher) -> String? {
        switch dispatcher.request(Selling.echo) {
        case .verified: nil
        case .refused(let refusal): refusal.code
        }
    }
}

private enum Mapped: ConditionalFeature {
    static let description = ""
    static let echo = action(EchoAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.permission(.location(usage: .whenInUse))
    }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(echo) }
}
