import Contract
import TestSupport
import Testing

@testable import Features
@testable import PurchaseRules

struct PurchaseClaimsTests {
    private static func fact(_ purchase: Purchase, _ source: String = "") -> Fact {
        Fact(.purchase(purchase), .init(source: source))
    }

    private static func inForce(_ store: FactStore) -> Purchase? {
        store.facts.of(.uid(1)).purchase(of: "p")
    }

    private static func put(_ purchases: [Purchase], _ origin: PurchaseClaims.Origin, _ store: FactStore) {
        store.set(.purchase("p"), claims: purchases.map { fact($0, "\(origin)") }, from: origin, of: .uid(1))
    }

    @Test func `of licences, a trial and a source the one that grants the product longest counts, until it ends`() {
        let store = FactStore(nowMs: 0)
        Self.put([Purchase(.none)], .source, store)
        #expect(Self.inForce(store)?.state == PurchaseState.none)
        Self.put([Purchase(.trial, endsMs: 200)], .trial, store)
        #expect(Self.inForce(store)?.state == .trial)
        Self.put([Purchase(.active, endsMs: 300), Purchase(.active, endsMs: 100)], .licences, store)
        #expect(Self.inForce(store) == Purchase(.active, endsMs: 300))
        Self.put([Purchase(.active, endsMs: 100)], .licences, store)
        #expect(Self.inForce(store) == Purchase(.trial, endsMs: 200), "the trial lasts longer")
        store.advance(toMs: 250)
        #expect(Self.inForce(store)?.state == .expired)
    }

    @Test
    func `when one claim ends, the next best counts at once, and bindings are stale only if the state is another`() {
        let store = FactStore(nowMs: 0)
        Self.put([Purchase(.active, endsMs: 300), Purchase(.cancelled, endsMs: 200)], .licences, store)
        Self.put([Purchase(.trial, endsMs: 100)], .trial, store)
        let before = store.revision(of: .uid(1))
        #expect(store.nextBoundaryMs == 100)
        #expect(store.advance(toMs: 250).isEmpty && store.revision(of: .uid(1)) == before)
        #expect(store.nextBoundaryMs == 300)
        #expect(store.advance(toMs: 300) == [.uid(1)] && Self.inForce(store)?.state == .expired)
        Self.put([Purchase(.grace, graceEndsMs: 400)], .licences, store)
        #expect(Self.inForce(store)?.state == .grace)
        store.advance(toMs: 400)
        #expect(Self.inForce(store)?.state == .billingRetry, "to mend it takes less than to buy what has expired")
    }

    @Test func `what an operator has set counts alone until it is cleared`() {
        let store = FactStore(nowMs: 0)
        Self.put([Purchase(.active)], .licences, store)
        store.set(.purchase("p"), to: Self.fact(Purchase(.revoked), "ledger"), of: .uid(1))
        #expect(Self.inForce(store)?.state == .revoked)
        Self.put([Purchase(.active), Purchase(.active)], .licences, store)
        #expect(Self.inForce(store)?.state == .revoked)
        store.set(.purchase("p"), to: nil, of: .uid(1))
        #expect(Self.inForce(store)?.state == .active)
        Self.put([], .licences, store)
        #expect(store.facts.of(.uid(1))[.purchase("p")] == nil && store.purchases.all.isEmpty)
    }

    @Test
    func `a licence of the machine counts for every subject, until it ends, and an operator's setting goes before`() {
        let store = FactStore(nowMs: 0)
        let all = [Subject.uid(1), .uid(2), .account("ann"), .machine]
        func states() -> [PurchaseState?] { all.map { store.facts.of($0).purchase(of: "p")?.state } }
        store.set(.toggle("A"), to: Fact(.on), of: .uid(1))
        store.set(.purchase("p"), to: Self.fact(Purchase(.revoked), "ledger"), of: .account("ann"))
        Self.put([Purchase(.expired)], .licences, store)
        let before = [Subject.uid(1), .uid(2)].map { store.revision(of: $0) }
        func put(_ purchases: [Purchase]) {
            store.set(.purchase("p"), claims: purchases.map { Self.fact($0) }, from: .licences, of: .machine)
        }
        put([Purchase(.active, endsMs: 100)])
        #expect(states() == [.active, .active, .revoked, .active])
        let after = [Subject.uid(1), .uid(2)].map { store.revision(of: $0) }
        #expect(zip(before, after).allSatisfy { $0 != $1 }, "bindings of both are stale")
        store.set(.toggle("B"), to: Fact(.on), of: .uid(3))
        #expect(store.facts.of(.uid(3)).purchase(of: "p")?.state == .active)
        put([Purchase(.active, endsMs: 100)])
        #expect(store.revision(of: .uid(2)) == after[1], "the same again moves nothing")
        #expect(store.advance(toMs: 100).isSuperset(of: [.uid(1), .uid(3), .machine]))
        #expect(states() == [.expired, .expired, .revoked, .expired])
        put([])
        #expect(states() == [.expired, nil, .revoked, nil])
        Self.put([], .licences, store)
        #expect(states() == [nil, nil, .revoked, nil])
    }

    @Test func `of a product that only licences grant a setting counts if it grants nothing, also one from before`() {
        let store = FactStore(nowMs: 0)
        let key = FactKey.purchase("p")
        store.set(key, to: Self.fact(Purchase(.active), "ledger"), of: .uid(1))
        #expect(Self.inForce(store)?.state == .active)
        store.set(unsettable: [key])
        #expect(Self.inForce(store) == nil)
        store.set(key, to: Self.fact(Purchase(.active), "ledger"), of: .uid(2))
        #expect(store.facts.of(.uid(2)).purchase(of: "p") == nil)
        Self.put([Purchase(.active)], .licences, store)
        #expect(Self.inForce(store)?.state == .active)
        store.set(key, to: Self.fact(Purchase(.revoked), "ledger"), of: .uid(1))
        #expect(Self.inForce(store)?.state == .revoked)
        store.set(unsettable: [])
        #expect(store.facts.of(.uid(2)).purchase(of: "p")?.state == .active)
    }

    @Test func `a source that does not answer leaves a product unknown only where nothing grants it`() {
        let store = FactStore(nowMs: 0)
        Self.put([Purchase(.unknown)], .source, store)
        Self.put([Purchase(.expired)], .licences, store)
        #expect(Self.inForce(store)?.state == .unknown)
        Self.put([Purchase(.active, endsMs: 9)], .licences, store)
        #expect(Self.inForce(store)?.state == .active)
        store.advance(toMs: 9)
        #expect(Self.inForce(store)?.state == .unknown)
    }

    @Test func `of the claims that grant a product the greatest count of units counts`() {
        let store = FactStore(nowMs: 0)
        Self.put([Purchase(.active, units: 3, endsMs: 50)], .licences, store)
        Self.put([Purchase(.active, units: 2)], .source, store)
        Self.put([Purchase(.trial, units: 9, endsMs: 10)], .trial, store)
        #expect(Self.inForce(store)?.units == 9)
        store.advance(toMs: 10)
        #expect(Self.inForce(store)?.units == 3)
        store.advance(toMs: 50)
        #expect(Self.inForce(store)?.units == 2)
        Self.put([Purchase(.active)], .source, store)
        #expect(Self.inForce(store)?.units == nil)
    }

    @Test func `on a date of theirs the claims of licences are asked for anew`() {
        let store = FactStore(nowMs: 0)
        var asked: [String] = []
        store.purchases.renewal = { product, subject in
            asked.append("\(product) \(subject)")
            return [Self.fact(Purchase(.active, units: 1, endsMs: 90))]
        }
        Self.put([Purchase(.active, units: 2, endsMs: 50)], .licences, store)
        #expect(store.advance(toMs: 49).isEmpty && asked.isEmpty)
        #expect(store.advance(toMs: 50) == [.uid(1)] && asked == ["p uid:1"])
        #expect(Self.inForce(store) == Purchase(.active, units: 1, endsMs: 90) && store.nextBoundaryMs == 90)
    }

    @Test func `neither the order of claims nor repeating them makes a difference, and time alone never grants`() {
        var random = SeededGenerator(for: "claims in any order")
        let seed = random.seed
        let states = PurchaseState.allCases
        for _ in 0..<500 {
            let claims = (0..<Int.random(in: 1...5, using: &random)).map { _ in
                let ends: Int64? = Bool.random(using: &random) ? Int64.random(in: 1...100, using: &random) : nil
                return Purchase(
                    states.randomElement(using: &random) ?? .none, endsMs: ends,
                    graceEndsMs: ends.flatMap { Bool.random(using: &random) ? $0 + 10 : nil })
            }
            let (one, other) = (FactStore(nowMs: 0), FactStore(nowMs: 0))
            Self.put(claims, .licences, one)
            for _ in 0..<3 { Self.put(claims.shuffled(using: &random), .licences, other) }
            var granted = true
            for moment in stride(from: Int64(0), through: 120, by: 7) {
                one.advance(toMs: moment)
                other.advance(toMs: moment)
                #expect(Self.inForce(one) == Self.inForce(other), "\(claims), seed \(seed)")
                let grants = Self.inForce(one)?.state.entitles == true
                #expect(granted || !grants, "\(claims) at \(moment), seed \(seed)")
                granted = grants
            }
        }
    }

    @Test func `claims of a subject that is forgotten come back as they are put in again`() {
        let store = FactStore(nowMs: 0)
        Self.put([Purchase(.active)], .licences, store)
        store.forget(.uid(1))
        #expect(Self.inForce(store) == nil)
        Self.put([Purchase(.trial, endsMs: 5)], .trial, store)
        #expect(Self.inForce(store)?.state == .trial)
    }
}
