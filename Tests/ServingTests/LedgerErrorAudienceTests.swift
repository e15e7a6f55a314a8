import Contract
import Ledger
import Testing

@testable import Serving

@Suite struct LedgerErrorAudienceTests {
    @Test func `a ledger that fails is described with its path to operators alone`() {
        let broken = LedgerError.locked(path: "/var/lib/deeplinkd/ledger.db")
        #expect(broken.sentence(for: .operator).contains("/var/lib"))
        #expect(!broken.sentence(for: .anyone).contains("/var"))
        let refused = LedgerError.tooManyKeys(limit: 5)
        #expect(refused.sentence(for: .anyone) == "\(refused)", "what the caller asked for is the caller's to know")
    }
}
