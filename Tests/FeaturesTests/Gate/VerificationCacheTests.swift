import Contract
import Features
import PermissionRules
import PurchaseRules
import TestSupport
import Testing

/// The cache answers what a fresh look at the facts would, whatever has moved in between, and works it out again only
/// where something has.
struct VerificationCacheTests {
    /// A parent and two children, with every kind of constraint; an action each.
    private static let catalogue: FeatureCatalogue = {
        var catalogue = FeatureCatalogue()
        let group = Constraint.caller(.init(kind: .gid, values: [.init(text: "29", id: 29)]))
        let declared: [(String, Int?, [Constraint])] = [
            ("A", nil, [.runtime(byDefault: true), .platform(.init(platform: "linux", bound: .any))]),
            ("A/B", 1, [.toggle(byDefault: true, isShared: true), permission("camera"), group]),
            ("A/C", 1, [.toggle(byDefault: true), .purchase(.init(mode: .any, products: ["p", "q"]))]),
            ("D", nil, []),
        ]
        for (path, parent, constraints) in declared {
            let feature = catalogue.add(
                Feature(path: path, name: path, parent: parent, description: nil, constraints: constraints))
            _ = catalogue.add(
                Action(name: "go", feature: feature, inputs: [], performer: .respond(nil), limits: ActionLimits()))
        }
        return catalogue
    }()

    /// An answer in words: the proof's revision, or everything that a refusal says.
    private static func words(_ verification: consuming Verification) -> String {
        switch verification {
        case .verified(let proof):
            "ok \(proof.action.feature) \(proof.subject) \(proof.caller) \(proof.stateRevision) \(proof.tableRevision)"
        case .refused(let refusal): "\(refusal)"
        }
    }

    private static func ask(
        _ cache: VerificationCache, _ feature: Int, _ caller: Caller, _ subject: Subject? = nil, table: String = "t"
    ) -> String {
        words(
            cache.verify(
                catalogue.binding(of: feature), inputs: [], in: Shared(catalogue), caller: caller, subject: subject,
                tableRevision: table))
    }

    private static func change(_ store: FactStore, _ subject: Subject, _ random: inout SeededGenerator) {
        let state = SwitchState.allCases.randomElement(using: &random)
        let evidence = ConstraintReport.Evidence(source: "s", asOfMs: .random(in: 0...3, using: &random))
        let product = Bool.random(using: &random) ? "p" : "q"
        switch Int.random(in: 0..<12, using: &random) {
        case 0: store.set(.runtime("A"), to: state.map { Fact(.state($0), evidence) })
        case 1: store.set(platforms: FactKey.present(Bool.random(using: &random) ? ["linux": "6"] : [:]))
        case 2:
            let kinds: Set<FactKind> = [.toggle, .purchase, .permission]
            if Bool.random(using: &random) {
                store.setUnanswered(kinds, evidence: evidence)
            } else {
                store.setAnswered(kinds)
            }
        case 3: store.advance(toMs: store.nowMs + .random(in: 0...30, using: &random))
        case 4: store.forget(subject)
        case 5...7:
            store.set(
                .toggle(Bool.random(using: &random) ? "A/B" : "A/C"), to: state.map { Fact(.state($0), evidence) },
                of: subject)
        case 8, 9:
            guard let camera = Permission("camera") else { return }
            store.set(
                .permission(camera),
                to: PermissionStatus.allCases.randomElement(using: &random).map { Fact(.permission($0)) }, of: subject)
        default:
            let purchase = PurchaseState.allCases.randomElement(using: &random) ?? .none
            let held = Purchase(purchase, endsMs: store.nowMs + .random(in: 0...60, using: &random))
            store.set(.purchase(product), to: Bool.random(using: &random) ? Fact(.purchase(held)) : nil, of: subject)
        }
    }

    @Test(.enabled(if: SlowTests.run), arguments: [1, 4, 4096])
    func `after any changes a cached answer equals a fresh one`(capacity: Int) {
        var random = SeededGenerator(for: "after any changes a cached answer equals a fresh one")
        let store = FactStore()
        let cache = VerificationCache(store: store, capacity: capacity)
        let subjects: [Subject] = [.uid(1), .uid(2), .uid(3), .machine]
        let callers = [Caller(uid: 1, gids: [29]), Caller(uid: 2), Caller(uid: 1), Caller(uid: 77, gids: [29])]
        for _ in 0..<1500 {
            Self.change(store, subjects.randomElement(using: &random) ?? .machine, &random)
            for _ in 0..<6 {
                let feature = Int.random(in: 0...4, using: &random)
                let caller = callers.randomElement(using: &random) ?? callers[0]
                let subject = Bool.random(using: &random) ? subjects.randomElement(using: &random) : nil
                let fresh = Self.words(
                    Verifier.verify(
                        Self.catalogue.binding(of: feature), inputs: [], in: Self.catalogue, facts: store.facts,
                        caller: caller, subject: subject, tableRevision: "t"))
                #expect(Self.ask(cache, feature, caller, subject) == fresh)
                #expect(Self.ask(cache, feature, caller, subject) == fresh, "asked again")
            }
        }
    }

    @Test func `one subject's change costs only its own answers`() {
        let store = FactStore()
        let cache = VerificationCache(store: store)
        for uid in UInt32(1)...1000 { store.set(.toggle("A/C"), to: Fact(.on), of: .uid(uid)) }
        let askAll = { for uid in UInt32(1)...1000 { _ = Self.ask(cache, 3, Caller(uid: uid)) } }
        askAll()
        #expect(cache.missCount == 1000)
        askAll()
        #expect(cache.missCount == 1000)
        store.set(.toggle("A/C"), to: Fact(.off), of: .uid(500))
        askAll()
        #expect(cache.missCount == 1001)
        store.set(.toggle("A/C"), to: Fact(.off), of: .uid(500))
        askAll()
        #expect(cache.missCount == 1001, "it stood there already")
        store.set(.runtime("A"), to: Fact(.off))
        askAll()
        #expect(cache.missCount == 2001)
    }

    @Test func `subjects without facts share one answer, until one has a fact`() {
        let store = FactStore()
        let cache = VerificationCache(store: store)
        for uid in UInt32(1)...100 { _ = Self.ask(cache, 3, Caller(uid: uid)) }
        #expect(cache.missCount == 1)
        store.set(.toggle("A/C"), to: Fact(.off), of: .uid(7))
        for uid in UInt32(1)...100 { _ = Self.ask(cache, 3, Caller(uid: uid)) }
        #expect(cache.missCount == 2)
    }

    @Test func `who asks matters where the feature asks who, and nowhere else`() {
        let store = FactStore()
        let cache = VerificationCache(store: store)
        if let camera = Permission("camera") {
            store.set(.permission(camera), to: Fact(.permission(.authorized)), of: .uid(1))
        }
        let member = Caller(uid: 1, gids: [29])
        #expect(Self.ask(cache, 2, member).hasPrefix("ok"))
        #expect(!Self.ask(cache, 2, Caller(uid: 1)).hasPrefix("ok"))
        #expect(Self.ask(cache, 2, member).hasPrefix("ok"))
        #expect(!Self.ask(cache, 2, Caller(uid: 2), .uid(1)).hasPrefix("ok"))
    }

    @Test func `another table is asked anew`() {
        let store = FactStore()
        let cache = VerificationCache(store: store)
        _ = Self.ask(cache, 1, Caller(uid: 1))
        let other = chain([.runtime(byDefault: false)])
        var catalogue = other
        let action = catalogue.add(
            Action(name: "go", feature: 1, inputs: [], performer: .respond(nil), limits: ActionLimits()))
        let answer = Self.words(
            cache.verify(
                catalogue.binding(of: action), inputs: [], in: Shared(catalogue), caller: Caller(uid: 1),
                tableRevision: "u"))
        #expect(!answer.hasPrefix("ok"))
        #expect(Self.ask(cache, 4, Caller(uid: 1)).hasPrefix("ok"), "a feature without constraints")
    }

    @Test(arguments: [
        [Subject.uid(1), .uid(1 << 20 | 1), .uid(3 << 20 | 1), .uid(.max << 20 | 1)],
        [.account("1"), .account("ann"), .machine, .uid(0), .uid(.max)],
    ])
    func `subjects who share a place each have their own answer`(subjects: [Subject]) {
        let store = FactStore()
        let cache = VerificationCache(store: store)
        let ask = { (subject: Subject) in Self.ask(cache, 3, Caller(uid: 9), subject).hasPrefix("ok") }
        for subject in subjects { store.set(.purchase("p"), to: Fact(.purchase(Purchase(.active))), of: subject) }
        for off in subjects {
            store.set(.toggle("A/C"), to: Fact(.off), of: off)
            for subject in subjects { #expect(ask(subject) == (subject != off), "\(subject), \(off) is off") }
            store.set(.toggle("A/C"), to: Fact(.on), of: off)
        }
        #expect(!ask(.uid(5 << 20 | 1)), "one without facts")
    }
}
