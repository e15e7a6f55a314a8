import Contract
import TestSupport
import Testing

@testable import Features
@testable import PermissionRules
@testable import PurchaseRules

struct FactStoreTests {
    private static let ann = Subject.uid(1)
    private static let bob = Subject.uid(2)

    /// Both revisions, Ann's and Bob's.
    private static func revisions(_ store: FactStore) -> [String] {
        [ann, bob].map { store.revision(of: $0).description }
    }

    @Test func `a store knows whether an operator overrides anything, from its first facts on`() {
        var facts = Facts()
        facts.overrides = [.toggle("F"): .overriding(.on)]
        let store = FactStore(facts)
        #expect(store.isOverridden)
        for overrides in [[:], facts.overrides, [:]] {
            store.set(overrides: overrides)
            #expect(store.isOverridden == !overrides.isEmpty && store.facts.isOverridden == store.isOverridden)
        }
        #expect(!FactStore().isOverridden)
    }

    @Test func `a change of the host moves everybody's revision, one of a subject its own alone`() throws {
        let store = FactStore()
        let camera = try #require(Permission("camera"))
        let steps: [(() -> Void, [String])] = [
            ({}, ["0.0", "0.0"]),
            ({ store.set(.runtime("F"), to: Fact(.off)) }, ["1.0", "1.0"]),
            ({ store.set(.runtime("F"), to: Fact(.off)) }, ["1.0", "1.0"]),
            ({ store.set(.runtime("F"), to: nil) }, ["2.0", "2.0"]),
            ({ store.set(platforms: FactKey.present(["linux": "6.1"])) }, ["3.0", "3.0"]),
            ({ store.set(platforms: FactKey.present(["linux": "6.1"])) }, ["3.0", "3.0"]),
            ({ store.setUnanswered([.toggle], evidence: .init(source: "ledger")) }, ["4.0", "4.0"]),
            ({ store.set(.toggle("F"), to: Fact(.on), of: Self.ann) }, ["4.1", "4.0"]),
            ({ store.set(.toggle("F"), to: Fact(.on), of: Self.ann) }, ["4.1", "4.0"]),
            ({ store.set(.permission(camera), to: Fact(.permission(.denied)), of: Self.bob) }, ["4.1", "4.1"]),
            ({ store.set(.purchase("p"), to: Fact(.purchase(Purchase(.active))), of: Self.ann) }, ["4.2", "4.1"]),
            (
                { store.set(.purchase("p"), to: Fact(.purchase(Purchase(.active, units: 3))), of: Self.ann) },
                ["4.3", "4.1"]
            ),
            ({ store.set(.toggle("F"), to: Fact(.off), of: .machine) }, ["5.3", "5.1"]),
            ({ store.set(.permission(camera), to: Fact(.permission(.denied)), of: .machine) }, ["5.3", "5.1"]),
            ({ store.set(.purchase("p"), to: Fact(.purchase(Purchase(.active))), of: .machine) }, ["5.3", "5.1"]),
            ({ store.set(.toggle("F"), to: nil, of: Self.ann) }, ["5.4", "5.1"]),
            ({ store.forget(Self.bob) }, ["5.4", "5.2"]),
            ({ store.forget(.uid(9)) }, ["5.4", "5.2"]),
        ]
        for (number, (change, expected)) in steps.enumerated() {
            change()
            #expect(Self.revisions(store) == expected, "step \(number)")
            #expect(store.facts.revision(of: Self.ann) == store.revision(of: Self.ann), "step \(number)")
        }
    }

    @Test func `new evidence alone makes no binding stale`() {
        let store = FactStore()
        store.set(.toggle("F"), to: Fact(.on, .init(source: "ledger", asOfMs: 1)), of: Self.ann)
        store.set(.toggle("F"), to: Fact(.on, .init(source: "ledger", asOfMs: 2)), of: Self.ann)
        #expect(store.revision(of: Self.ann).description == "0.1")
        #expect(store.facts.of(Self.ann)[.toggle("F")]?.evidence?.asOfMs == 2)
    }

    @Test func `a subject's first own fact keeps what it had of everyone's`() {
        var facts = Facts()
        facts[.toggle("F")] = .off
        facts.subjects[Self.bob] = [:]
        facts.subjectRevisions[Self.bob] = 7
        facts.hostRevision = 3
        let store = FactStore(facts)
        #expect(Self.revisions(store) == ["3.0", "3.7"])
        store.set(.toggle("G"), to: Fact(.on), of: Self.ann)
        #expect(store.facts.subjects[Self.ann] == [.toggle("F"): Fact(.off), .toggle("G"): Fact(.on)])
        #expect(store.facts.subjects[Self.bob] == [:])
    }

    // MARK: The clock

    @Test func `the next boundary is the earliest end or grace end, and passing it moves whose it is`() {
        let store = FactStore(nowMs: 100)
        #expect(store.nextBoundaryMs == nil)
        store.set(.purchase("p"), to: Fact(.purchase(Purchase(.active, endsMs: 300, graceEndsMs: 400))), of: Self.ann)
        store.set(.purchase("p"), to: Fact(.purchase(Purchase(.active, endsMs: 200))), of: Self.bob)
        store.set(.purchase("q"), to: Fact(.purchase(Purchase(.active, endsMs: 50))), of: Self.bob)
        #expect(["p", "q"].map { store.facts.of(Self.bob).purchase(of: $0)?.state } == [.active, .expired])
        #expect(store.nextBoundaryMs == 200)
        #expect(store.advance(toMs: 199).isEmpty)
        #expect(store.advance(toMs: 200) == [Self.bob])
        #expect(store.nextBoundaryMs == 300)
        #expect(store.advance(toMs: 350) == [Self.ann])
        #expect(store.facts.of(Self.ann).purchase(of: "p")?.state == .grace)
        #expect(store.nextBoundaryMs == 400)
        #expect(store.advance(toMs: .max) == [Self.ann])
        #expect(store.facts.of(Self.ann).purchase(of: "p")?.state == .billingRetry)
        #expect(store.nextBoundaryMs == nil)
        #expect(Self.revisions(store) == ["0.3", "0.3"])
    }

    @Test func `setting the clock back grants nothing again`() {
        let store = FactStore(nowMs: 100)
        store.set(.purchase("p"), to: Fact(.purchase(Purchase(.active, endsMs: 200))), of: Self.ann)
        store.advance(toMs: 250)
        store.advance(toMs: 10)
        #expect(store.nowMs == 250)
        store.set(.purchase("p"), to: Fact(.purchase(Purchase(.active, endsMs: 200))), of: Self.ann)
        #expect(store.facts.of(Self.ann).purchase(of: "p")?.state == .expired)
    }

    @Test func `a renewal in time passes its old boundary by`() {
        let store = FactStore()
        store.set(.purchase("p"), to: Fact(.purchase(Purchase(.active, endsMs: 200))), of: Self.ann)
        store.set(.purchase("p"), to: Fact(.purchase(Purchase(.active, endsMs: 900))), of: Self.ann)
        #expect(store.revision(of: Self.ann).subject == 1)
        #expect(store.advance(toMs: 200).isEmpty)
        #expect(store.facts.of(Self.ann).purchase(of: "p")?.state == .active)
        #expect(store.nextBoundaryMs == 900)
        store.set(.purchase("p"), to: nil, of: Self.ann)
        #expect(store.facts.of(Self.ann).purchase(of: "p") == nil)
        #expect(store.advance(toMs: 1000).isEmpty)
        #expect(store.nextBoundaryMs == nil)
    }

    @Test func `in any order of changes the clock moves what a fresh look at every purchase says`() {
        var random = SeededGenerator(
            for: "in any order of changes the clock moves what a fresh look at every purchase says")
        let store = FactStore()
        var model: [Subject: [String: Purchase]] = [:]
        var now: Int64 = 0
        for _ in 0..<6000 {
            let subject = Subject.uid(.random(in: 0...5, using: &random))
            let product = ["p", "q", "r"].randomElement(using: &random) ?? "p"
            switch Int.random(in: 0..<10, using: &random) {
            case 0: now += Int64.random(in: -20...40, using: &random)
            case 1:
                store.set(.purchase(product), to: nil, of: subject)
                model[subject]?[product] = nil
            default:
                let ends = store.nowMs + Int64.random(in: -50...200, using: &random)
                let purchase = Purchase(
                    [.active, .trial, .cancelled, .grace, .paused].randomElement(using: &random) ?? .active,
                    endsMs: Bool.random(using: &random) ? ends : nil,
                    graceEndsMs: Bool.random(using: &random) ? ends + 30 : nil)
                store.set(.purchase(product), to: Fact(.purchase(purchase)), of: subject)
                model[subject, default: [:]][product] = purchase
            }
            store.advance(toMs: now)
            for (subject, held) in model {
                for (product, purchase) in held {
                    #expect(store.facts.of(subject).purchase(of: product)?.state == purchase.state(atMs: store.nowMs))
                    guard let boundary = purchase.nextBoundaryMs(afterMs: store.nowMs) else { continue }
                    #expect(store.nextBoundaryMs ?? .max <= boundary)
                }
            }
        }
    }

    @Test func `platforms carry their evidence, and are forgotten with it`() {
        let store = FactStore()
        let evidence = ConstraintReport.Evidence(source: "host", asOfMs: 1, freshness: .live)
        store.set(platforms: FactKey.present(["linux": "6"]), evidence: evidence)
        #expect(store.facts.host == [.platform("linux"): Fact(.platform(.present("6")), evidence)])
        #expect(store.revision(of: .machine).host == 1)
        store.set(platforms: FactKey.present(["linux": "6"]), evidence: .init(source: "host", asOfMs: 2))
        #expect(store.revision(of: .machine).host == 1, "only the evidence moved")
        store.set(platforms: FactKey.present(["debian": "12"]), evidence: evidence)
        #expect(store.facts.host == [.platform("debian"): Fact(.platform(.present("12")), evidence)])
        store.set(platforms: nil)
        #expect(store.facts.host.isEmpty && !store.facts.platformsAreComplete)
        #expect(store.revision(of: .machine).host == 3)
        store.set(platforms: nil)
        #expect(store.revision(of: .machine).host == 3)
    }

    @Test func `boundaries of what was replaced before its time do not pile up`() {
        let store = FactStore(nowMs: 0)
        var mostCount = 0
        for renewal in 1...10_000 {
            store.set(
                .purchase("p"), to: Fact(.purchase(Purchase(.active, endsMs: Int64(1_000_000 + renewal)))), of: Self.ann
            )
            mostCount = max(mostCount, store.boundaryCount)
        }
        #expect(mostCount <= 2 * 1 + 65)
        #expect(store.advance(toMs: 1_009_999).isEmpty)
        #expect(store.advance(toMs: 1_010_000) == [Self.ann])
    }
}
