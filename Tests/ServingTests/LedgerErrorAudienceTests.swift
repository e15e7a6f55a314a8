import Contract
import Ledger
import Testing

@testable import Serving

@Suite struct LedgerErrorAudienceTests {
    @Test func `a ledger that fails is described with its path and cause to operators alone`() {
        let broken = LedgerError.locked(path: "/var/lib/deeplinkd/ledger.db")
        #expect(broken.sentence(for: .operator).contains("/var/lib"))
        #expect(!broken.sentence(for: .anyone).contains("/var"))
        #expect(broken.code(for: .operator) == "ledger.locked" && broken.code(for: .anyone) == "ledger.unavailable")
        let refused = LedgerError.tooManyKeys(limit: 5)
        #expect(refused.sentence(for: .anyone) == "\(refused)", "what the caller asked for is the caller's to know")
        #expect(refused.code(for: .anyone) == refused.code)
    }
}
