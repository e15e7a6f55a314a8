import Features
import TestSupport
import Testing

@testable import PurchaseRules

struct PurchaseTests {
    /// A purchase, its state from each moment on, and the moments at which that changes.
    private static let table: [(purchase: Purchase, states: [Int64: PurchaseState], boundaries: [Int64])] = [
        (Purchase(.active, endsMs: 10), [9: .active, 10: .expired, 99: .expired], [10]),
        (Purchase(.trial, endsMs: 10), [9: .trial, 10: .expired], [10]),
        (
            Purchase(.active, endsMs: 10, graceEndsMs: 20), [9: .active, 10: .grace, 19: .grace, 20: .billingRetry],
            [10, 20]
        ),
        (Purchase(.active, endsMs: 10, graceEndsMs: 10), [9: .active, 10: .billingRetry], [10]),
        (Purchase(.active, endsMs: 10, graceEndsMs: 5), [7: .active, 10: .billingRetry], [10]),
        (Purchase(.cancelled, endsMs: 10, graceEndsMs: 20), [9: .cancelled, 10: .expired, 20: .expired], [10]),
        (Purchase(.grace, endsMs: 1, graceEndsMs: 20), [0: .grace, 19: .grace, 20: .billingRetry], [20]),
        (Purchase(.grace, endsMs: 5), [4: .grace, 5: .billingRetry], [5]),
        (Purchase(.active), [.max: .active], []), (Purchase(.grace), [.max: .grace], []),
        (Purchase(.cancelled, graceEndsMs: 5), [.max: .cancelled], []),
        (Purchase(.revoked, endsMs: 10, graceEndsMs: 20), [0: .revoked, 30: .revoked], []),
        (Purchase(.billingRetry, endsMs: 10), [0: .billingRetry, 30: .billingRetry], []),
        (Purchase(.paused, endsMs: 10), [30: .paused], []), (Purchase(.unknown, endsMs: 10), [30: .unknown], []),
    ]

    @Test(arguments: table.indices)
    func `a purchase ends by its dates`(row: Int) {
        let (purchase, states, boundaries) = Self.table[row]
        for (atMs, state) in states { #expect(purchase.state(atMs: atMs) == state, "\(atMs)") }
        var found: [Int64] = []
        var now = Int64.min
        while let next = purchase.nextBoundaryMs(afterMs: now) {
            found.append(next)
            now = next
        }
        #expect(found == boundaries)
    }

    @Test func `between boundaries nothing changes, and what has ended is never granted again`() {
        var random = SeededGenerator(
            for: "between boundaries nothing changes, and what has ended is never granted again")
        for _ in 0..<2000 {
            let date = { Bool.random(using: &random) ? Int64.random(in: -2...12, using: &random) : nil }
            let state = PurchaseState.allCases.randomElement(using: &random) ?? .none
            let purchase = Purchase(state, endsMs: date(), graceEndsMs: date())
            for now in Int64(-3)...13 {
                let (before, after) = (purchase.state(atMs: now), purchase.state(atMs: now + 1))
                #expect((before != after) == (purchase.nextBoundaryMs(afterMs: now) == now + 1), "\(purchase) \(now)")
                if before.entitles == false { #expect(after.entitles == false, "\(purchase) \(now)") }
            }
        }
    }
}
