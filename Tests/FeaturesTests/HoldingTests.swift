import Features
import TestSupport
import Testing

struct HoldingTests {
    /// A holding, its state from each moment on, and the moments at which that changes.
    private static let table: [(holding: Holding, states: [Int64: PurchaseState], boundaries: [Int64])] = [
        (Holding(.active, endsMs: 10), [9: .active, 10: .expired, 99: .expired], [10]),
        (Holding(.trial, endsMs: 10), [9: .trial, 10: .expired], [10]),
        (
            Holding(.active, endsMs: 10, graceEndsMs: 20), [9: .active, 10: .grace, 19: .grace, 20: .billingRetry],
            [10, 20]
        ),
        (Holding(.active, endsMs: 10, graceEndsMs: 10), [9: .active, 10: .billingRetry], [10]),
        (Holding(.active, endsMs: 10, graceEndsMs: 5), [7: .active, 10: .billingRetry], [10]),
        (Holding(.cancelled, endsMs: 10, graceEndsMs: 20), [9: .cancelled, 10: .expired, 20: .expired], [10]),
        (Holding(.grace, endsMs: 1, graceEndsMs: 20), [0: .grace, 19: .grace, 20: .billingRetry], [20]),
        (Holding(.grace, endsMs: 5), [4: .grace, 5: .billingRetry], [5]),
        (Holding(.active), [.max: .active], []), (Holding(.grace), [.max: .grace], []),
        (Holding(.cancelled, graceEndsMs: 5), [.max: .cancelled], []),
        (Holding(.revoked, endsMs: 10, graceEndsMs: 20), [0: .revoked, 30: .revoked], []),
        (Holding(.billingRetry, endsMs: 10), [0: .billingRetry, 30: .billingRetry], []),
        (Holding(.paused, endsMs: 10), [30: .paused], []), (Holding(.unknown, endsMs: 10), [30: .unknown], []),
    ]

    @Test(arguments: table.indices)
    func `a holding ends by its dates`(row: Int) {
        let (holding, states, boundaries) = Self.table[row]
        for (atMs, state) in states { #expect(holding.state(atMs: atMs) == state, "\(atMs)") }
        var found: [Int64] = []
        var now = Int64.min
        while let next = holding.nextBoundaryMs(afterMs: now) {
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
            let holding = Holding(state, endsMs: date(), graceEndsMs: date())
            for now in Int64(-3)...13 {
                let (before, after) = (holding.state(atMs: now), holding.state(atMs: now + 1))
                #expect((before != after) == (holding.nextBoundaryMs(afterMs: now) == now + 1), "\(holding) \(now)")
                if before.entitles == false { #expect(after.entitles == false, "\(holding) \(now)") }
            }
        }
    }
}
