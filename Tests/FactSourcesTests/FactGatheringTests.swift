import Contract
import EventLoop
import Features
import HostSystem
import PermissionRules
import TestSupport
import Testing

@testable import FactSources
@testable import PurchaseRules

@Suite struct FactGatheringTests {
    private static let camera = permission("camera")
    private static let file = FactPlace.file("/nowhere/switch")

    /// A gathering with a clock that the test sets, closed at the end.
    private func gather(
        _ sources: (inout SourceSet) -> Void, _ body: (FactGathering, FactStore, TestClock) throws -> Void
    ) throws {
        let clock = TestClock()
        var set = SourceSet(clock: clock)
        sources(&set)
        let store = FactStore()
        try onLoop { loop in
            let gathering = try FactGathering(loop: loop, store: store, sources: set)
            try body(gathering, store, clock)
            gathering.close()
        }
    }

    @Test func `a source is queried only if the table needs it`() throws {
        let (permissions, platforms, aSwitch) = (SlowSource(), SlowSource(), SlowSource())
        try gather {
            $0.byKind[.permission] = permissions
            $0.byKind[.platform] = platforms
            $0.byKey[.runtime("G")] = aSwitch
        } _: { gathering, _, _ in
            gathering.adopt(
                catalogue(
                    (
                        "F",
                        [.toggle(byDefault: true), .runtime(byDefault: true), .caller(.init(kind: .uid, values: []))]
                    )
                ))
            #expect(gathering.isReady(1, for: .uid(1)))
            #expect(gathering.isReady(99, for: .uid(1)) && gathering.isReady(-1, for: .uid(1)))
            #expect(permissions.asked.isEmpty && platforms.asked.isEmpty && aSwitch.asked.isEmpty)
            gathering.adopt(
                catalogue(
                    ("F", [.permission(Self.camera), .platform(.init(platform: "linux", bound: .any))]),
                    ("G", [.runtime(byDefault: true)])))
            #expect(platforms.asked == ["platform"] && aSwitch.asked == ["runtime G"])
            #expect(permissions.asked.isEmpty, "no call has been made yet")
            #expect(!gathering.isReady(1, for: .uid(1)))
            #expect(!gathering.isReady(1, for: .uid(2)))
            #expect(permissions.asked == ["permission camera of uid:1", "permission camera of uid:2"])
        }
        #expect(permissions.isClosed && platforms.isClosed && aSwitch.isClosed)
    }

    @Test func `the permissions and purchases of a table that no source answers are unsupported`() throws {
        let permissions = SlowSource()
        let table = catalogue(
            ("F", [.permission(Self.camera), .permission(permission("motion"))]), ("G", [.purchase(.product("p"))]),
            ("H", [.toggle(byDefault: false), .runtime(byDefault: false)]))
        try gather {
            $0.byKey[.permission(Self.camera)] = permissions
        } _: { gathering, store, _ in
            func codes(_ feature: Int) -> [OutcomeCode?] {
                Verifier.assess(feature, in: table, facts: store.facts, caller: Caller(uid: 1)).constraints.map(\.code)
            }
            let before = store.revision(of: .uid(1))
            gathering.adopt(table)
            #expect(store.revision(of: .uid(1)) != before)
            #expect(store.facts.sourceless == [.permission(permission("motion")), .purchase("p")])
            #expect(codes(1) == [.permissionNotDetermined, .permissionUnsupported])
            #expect(codes(2) == [.purchaseUnsupported])
            #expect(codes(3) == [.toggleOff, .featureDisabled])
            // What others put into the store counts.
            store.set(.purchase("p"), to: Fact(.purchase(Purchase(.active))), of: .uid(1))
            #expect(codes(2) == [nil])
            gathering.adopt(catalogue(("F", [.toggle(byDefault: true)])))
            #expect(store.facts.sourceless == [])
        }
    }

    @Test func `a narrow permission is granted by the wider one, which is queried too`() throws {
        let permissions = MemorySource()
        try gather {
            $0.byKind[.permission] = permissions
        } _: { gathering, store, _ in
            permissions.set(.permission(permission("location.always")), to: .permission(.authorized), of: .uid(1))
            let table = catalogue(("F", [.permission(permission("location"))]))
            gathering.adopt(table)
            #expect(!gathering.isReady(1, for: .uid(1)) && gathering.isReady(1, for: .uid(1)))
            let report = Verifier.assess(1, in: table, facts: store.facts, caller: Caller(uid: 1))
            #expect(report.refusal == nil)
            #expect(report.constraints[0].evidence == .init(source: "program", asOfMs: 1_000_000, freshness: .live))
        }
    }

    @Test func `a switch with a source is unknown until the source has replied, whatever its default is`() throws {
        let aSwitch = SlowSource()
        try gather {
            $0.byKey[.runtime("F")] = aSwitch
        } _: { gathering, store, _ in
            let order = Box<[String]>([])
            gathering.onMove = { order.value.append("moved") }
            gathering.adopt(catalogue(("F", [.runtime(byDefault: true)])))
            #expect(store.facts[.runtime("F")] == .state(.unknown))
            gathering.whenReady([1], for: .uid(1)) {
                #expect(store.facts[.runtime("F")] == .on, "the fact is there before the call goes on")
                order.value.append("go")
            }
            aSwitch.reply(.on)
            aSwitch.onChange?(nil)
            aSwitch.reply(nil)
            #expect(store.facts[.runtime("F")] == nil, "the default counts")
            aSwitch.onChange?(nil)
            aSwitch.reply(.undetermined(reason: "empty"))
            #expect(store.facts[.runtime("F")] == .state(.unknown))
            #expect(store.facts.host[.runtime("F")]?.evidence?.fault == "empty")
            #expect(order.value == ["moved", "go", "moved", "moved", "moved"])
        }
    }

    @Test func `a failed source with a grace keeps its last value, which is marked stale`() throws {
        let aSwitch = SlowSource()
        aSwitch.lifetime.grace = .seconds(10)
        try gather {
            $0.byKey[.runtime("F")] = aSwitch
        } _: { gathering, store, clock in
            gathering.adopt(catalogue(("F", [.runtime(byDefault: false)])))
            aSwitch.reply(.on)
            clock.advance(10)
            aSwitch.onChange?(nil)
            aSwitch.reply(.failed(reason: "down"))
            #expect(store.facts[.runtime("F")] == .on)
            #expect(
                store.facts.host[.runtime("F")]?.evidence
                    == .init(source: "slow", asOfMs: 1_000_000, freshness: .stale, fault: "down"))
            let report = SourceReport {
                ($0.fact, $0.source, $0.state) = ("runtime F", "slow", .stale)
                ($0.asOfMs, $0.fault) = (1_000_000, "down")
            }
            #expect(gathering.reports == [report])
        }
    }

    @Test func `platforms without a reply yet are unknown, and neither met nor absent`() throws {
        let platforms = SlowSource()
        let table = catalogue(("F", [.platform(.init(platform: "debian", bound: .any))]))
        try gather {
            $0.byKind[.platform] = platforms
        } _: { gathering, store, _ in
            func status() -> ConstraintReport.Status? {
                Verifier.assess(1, in: table, facts: store.facts, caller: Caller(uid: 1)).constraints.first?.status
            }
            gathering.adopt(table)
            #expect(status() == .undetermined)
            platforms.reply(.facts(FactKey.present(["debian": "12"])))
            #expect(status() == .satisfied)
            platforms.onChange?(nil)
            platforms.reply(.facts([:]))
            #expect(status() == .inactive)
        }
    }

    @Test func `a new table keeps its facts from the same sources, and drops the others`() throws {
        let (permissions, f, g) = (SlowSource(), SlowSource(), SlowSource())
        try gather {
            $0.byKind[.permission] = permissions
            $0.byKey = [.runtime("F"): f, .runtime("G"): g]
        } _: { gathering, store, _ in
            gathering.adopt(
                catalogue(
                    ("F", [.runtime(byDefault: true), .permission(Self.camera)]), ("G", [.runtime(byDefault: true)])))
            f.reply(.off)
            g.reply(.off)
            let went = Box(false)
            gathering.whenReady([1], for: .uid(1)) { went.value = true }
            #expect(!went.value)
            gathering.adopt(catalogue(("F", [.runtime(byDefault: true)])))
            #expect(went.value, "nothing it waited for is asked any more")
            #expect(store.facts.runtime == ["F": .off])
            #expect(store.facts.of(.uid(1))[.permission(Self.camera)] == nil)
            #expect(f.asked.count == 1)
            permissions.reply(.permission(.authorized))
            #expect(store.facts.of(.uid(1))[.permission(Self.camera)] == nil, "a reply to the old table is dropped")
            gathering.adopt(catalogue(("F", [.runtime(byDefault: true, from: Self.file)])))
            #expect(store.facts.runtime == ["F": .unknown], "another source is another question")
        }
    }

    @Test func `an operator's setting of a switch overrides its source until it is cleared`() throws {
        let aSwitch = MemorySource()
        aSwitch.set(.runtime("F"), to: .off)
        try gather {
            $0.byKey[.runtime("F")] = aSwitch
        } _: { gathering, store, _ in
            gathering.adopt(catalogue(("F", [.runtime(byDefault: true)])))
            #expect(store.facts[.runtime("F")] == .off)
            gathering.yield(.runtime("F"))
            store.set(.runtime("F"), to: Fact(.on, .init(source: "operator", isOverride: true)))
            aSwitch.set(.runtime("F"), to: nil)
            aSwitch.set(.runtime("F"), to: .on)
            aSwitch.set(.runtime("F"), to: .off)
            #expect(store.facts[.runtime("F")] == .on)
            store.set(.runtime("F"), to: nil)
            gathering.reclaim(.runtime("F"))
            #expect(store.facts[.runtime("F")] == .off)
            #expect(store.facts.host[.runtime("F")]?.evidence?.source == "program")
            store.set(.runtime("F"), to: nil)
            gathering.reclaim(.runtime("F"))
            #expect(store.facts[.runtime("F")] == .off, "it was not left, but its word is gone from the store")
        }
    }

    @Test func `no source sets a switch while the operators' settings are unknown`() throws {
        let (f, g) = (MemorySource(), MemorySource())
        f.set(.runtime("F"), to: .on)
        g.set(.runtime("G"), to: .on)
        try gather {
            $0.byKey = [.runtime("F"): f, .runtime("G"): g]
        } _: { gathering, store, _ in
            gathering.yieldEverything()
            gathering.adopt(catalogue(("F", [.runtime(byDefault: true)]), ("G", [.runtime(byDefault: true)])))
            #expect(store.facts.runtime == [:])
            gathering.yieldOnly([FactQuestion(.runtime("F"))])
            #expect(store.facts.runtime == ["G": .on])
            let moves = Box(0)
            gathering.onMove = { moves.value += 1 }
            gathering.yieldEverything()
            #expect(store.facts.runtime == [:])
            #expect(moves.value == 1)
            gathering.yield(.runtime("F"))
            gathering.reclaim(.runtime("F"))
            f.set(.runtime("F"), to: nil)
            #expect(store.facts.runtime == [:], "one switch more or less is nothing beside all of them")
            gathering.yieldOnly([])
            #expect(store.facts.runtime == ["G": .on])
            #expect(gathering.switches == [.runtime("F"), .runtime("G")])
        }
    }

    @Test func `watches query sources without change events at the interval that these need`() throws {
        let (told, asked) = (SlowSource(), SlowSource())
        asked.lifetime = .init(isAnnounced: false, asksAgainAfter: .seconds(3))
        try gather {
            $0.byKey = [.runtime("F"): told, .runtime("G"): asked]
        } _: { gathering, _, clock in
            gathering.adopt(catalogue(("F", [.runtime(byDefault: true)])))
            #expect(gathering.pollingInterval == nil)
            gathering.adopt(catalogue(("F", [.runtime(byDefault: true)]), ("G", [.runtime(byDefault: true)])))
            #expect(gathering.pollingInterval == .seconds(3))
            told.reply(.on)
            asked.reply(.on)
            clock.advance(2_999)
            gathering.refresh(for: [])
            #expect(asked.asked.count == 1)
            clock.advance(1)
            gathering.refresh(for: [])
            #expect(asked.asked.count == 2)
            #expect(told.asked.count == 1)
        }
    }

    @Test func `a change of one subject is queried at once, and one of all subjects when calls need it`() throws {
        let permissions = SlowSource()
        try gather {
            $0.byKind[.permission] = permissions
        } _: { gathering, store, _ in
            gathering.adopt(catalogue(("F", [.permission(Self.camera)])))
            for uid: UInt32 in [1, 2] {
                #expect(!gathering.isReady(1, for: .uid(uid)))
                permissions.reply(.permission(.denied))
                #expect(gathering.isReady(1, for: .uid(uid)))
            }
            permissions.onChange?(.uid(2))
            #expect(permissions.asked.count == 3)
            permissions.reply(.permission(.authorized))
            #expect(store.facts.of(.uid(2))[.permission(Self.camera)]?.value == .permission(.authorized))
            permissions.onChange?(nil)
            #expect(permissions.asked.count == 3)
            #expect(!gathering.isReady(1, for: .uid(1)))
            #expect(permissions.asked.count == 4)
        }
    }

    @Test func `purchases from a program end with the clock, like all others`() throws {
        let purchases = MemorySource()
        try gather {
            $0.byKind[.purchase] = purchases
        } _: { gathering, store, clock in
            let table = catalogue(("F", [.purchase(.product("p"))]))
            gathering.adopt(table)
            purchases.set(.purchase("p"), to: .purchase(Purchase(.active, endsMs: 1_000_500)), of: .uid(1))
            #expect(!gathering.isReady(1, for: .uid(1)) && gathering.isReady(1, for: .uid(1)))
            #expect(store.facts.of(.uid(1)).purchase(of: "p")?.state == .active)
            clock.advance(500)
            store.advance(toMs: clock.wallMs)
            #expect(store.facts.of(.uid(1)).purchase(of: "p")?.state == .expired)
            purchases.set(.purchase("p"), to: nil, of: .uid(1))
            #expect(store.facts.of(.uid(1)).purchase(of: "p") == nil)
        }
    }

    @Test func `a silent source holds a call until the deadline, by the loop's own clock`() throws {
        let store = FactStore()
        let aSwitch = SlowSource()
        var set = SourceSet()
        set.byKey[.runtime("F")] = aSwitch
        let went = Box(false)
        try onLoop { loop in
            let timing = SourceTiming(deadlineMs: 5, firstRetryMs: 5, longestRetryMs: 5)
            let gathering = try FactGathering(loop: loop, store: store, sources: set, timing: timing)
            gathering.adopt(catalogue(("F", [.runtime(byDefault: true)])))
            gathering.whenReady([1], for: .uid(1)) {
                went.value = true
                #expect(store.facts[.runtime("F")] == .state(.unknown))
                #expect(gathering.isReady(1, for: .uid(1)), "no call waits for it again")
                gathering.close()
            }
            #expect(!went.value)
        }
        #expect(went.value)
        #expect(aSwitch.asked.count == 1)
    }

    @Test func `closing releases every waiting call, and later calls do not wait`() throws {
        let aSwitch = SlowSource()
        let went = Box(0)
        try gather {
            $0.byKey[.runtime("F")] = aSwitch
        } _: { gathering, _, _ in
            gathering.adopt(catalogue(("F", [.runtime(byDefault: true)])))
            gathering.whenReady([1, 1, 7], for: .uid(1)) { went.value += 1 }
            gathering.close()
            #expect(went.value == 1)
            gathering.whenReady([1], for: .uid(1)) { went.value += 1 }
            gathering.adopt(catalogue(("F", [.runtime(byDefault: true)])))
            aSwitch.reply(.on)
            aSwitch.onChange?(nil)
            #expect(went.value == 2 && gathering.isReady(1, for: .uid(1)))
        }
    }

    @Test func `a value that a program looks up off the loop arrives on the loop`() throws {
        let store = FactStore()
        try onLoop { loop in
            let lane = PoolLane(loop: loop)
            var set = SourceSet()
            set.byKind[.platform] = PoolPlatforms(lane: lane) { FactKey.present(["linux": "6.1"]) }
            let gathering = try FactGathering(loop: loop, store: store, sources: set)
            gathering.adopt(catalogue(("F", [.platform(.init(platform: "linux", bound: .any))])))
            gathering.whenReady([1], for: .uid(1)) {
                #expect(store.facts[.platform("linux")] == .platform(.present("6.1")))
                #expect(store.facts.host[.platform("linux")]?.evidence?.source == "host")
                gathering.close()
                lane.close()
            }
        }
        #expect(store.facts.platformsAreComplete)
    }

    @Test func `a lane runs two jobs at a time and finally all, and a closed lane drops its jobs`() throws {
        let done = Box<[Int]>([])
        try onLoop { loop in
            let lane = PoolLane(loop: loop)
            for number in 0..<20 {
                lane.run {
                    number
                } then: {
                    done.value.append($0 ?? -1)
                }
            }
            let closed = PoolLane(loop: loop)
            closed.run {
                1
            } then: { _ in
                Issue.record("`then` was called after `close`")
            }
            closed.close()
            closed.run {
                2
            } then: { _ in
                Issue.record("`then` was called after `close`")
            }
        }
        #expect(done.value.sorted() == Array(0..<20))
    }

    @Test func `a reply that arrived before the loop read the clock is not late`() throws {
        let (clock, platforms, store) = (TestClock(), SlowSource(), FactStore())
        var set = SourceSet(clock: clock)
        set.byKind[.platform] = platforms
        try onLoop { loop in
            let gathering = try FactGathering(
                loop: loop, store: store, sources: set,
                timing: SourceTiming(deadlineMs: 1, firstRetryMs: 1, longestRetryMs: 1))
            let answer = Box<Wakeup?>(nil)
            answer.value = try Wakeup(loop: loop) {
                platforms.reply(.facts(FactKey.present(["linux": "6.1"])))
                answer.value?.close()
            }
            gathering.adopt(catalogue(("F", [.platform(.init(platform: "linux", bound: .any))])))
            gathering.whenSettled {
                #expect(store.facts[.platform("linux")] == .platform(.present("6.1")))
                gathering.close()
            }
            answer.value?.sender.send()
            // The machine is suspended: both clocks, the loop's and the source's, are past the deadline before the loop
            // turns.
            clock.advance(1000)
            let startNs = HostClock.monotonicNs
            while HostClock.monotonicNs - startNs < 5_000_000 {}
        }
    }
}
