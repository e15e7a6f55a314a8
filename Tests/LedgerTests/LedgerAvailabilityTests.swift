import Ledger
import Testing

struct LedgerAvailabilityTests {
    private static let path = "/var/lib/deeplinkd/ledger.db"

    @Test(arguments: [
        (LedgerError.locked(path: path), [100, 200, 400, 800, 1600, 3200, 5000, 5000]),
        (.full(path: path), [1000, 2000, 4000, 8000, 16000, 32000, 60000, 60000]),
        (.noDirectory(path: path), [1000]), (.readOnly(path: path), [1000]), (.failed(path: path, detail: ""), [1000]),
        (.lost(path: path, stamp: ""), []), (.corrupt(path: path, detail: ""), []), (.foreign(path: path), []),
        (.newerSchema(path: path, found: 3, supported: 2), []), (.untrusted(path: path, reason: ""), []),
    ])
    func `temporary errors are retried after growing pauses, and errors that need an operator are not`(
        error: LedgerError, pauses: [Int]
    ) {
        var availability = LedgerAvailability()
        for milliseconds in pauses { #expect(availability.failed(error) == .milliseconds(milliseconds)) }
        if pauses.isEmpty { #expect(availability.failed(error) == nil) }
        #expect(availability.state == .unavailable(error))
        #expect(LedgerAvailability.pause(after: error, failureCount: .max) ?? .zero <= .seconds(60))
    }

    @Test func `a success resets the count of failures, and an error about the request leaves it unchanged`() {
        var availability = LedgerAvailability()
        #expect(availability.state == .opening)
        _ = availability.failed(.full(path: Self.path))
        availability.succeeded()
        #expect(availability.state == .available)
        #expect(availability.failed(.unusable("too long")) == nil)
        #expect(availability.failed(.tooManyKeys(limit: 1)) == nil)
        #expect(availability.state == .available)
        #expect(availability.failed(.full(path: Self.path)) == .seconds(1))
    }
}
