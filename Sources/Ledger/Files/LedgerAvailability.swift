// Facts that cannot be read are not facts that are absent: while the ledger is unavailable they are undetermined. So
// whoever serves from it keeps this value beside what was last read, tells it how each attempt went, and asks it when to
// try again. It starts no timer and opens no file: when and how is the owner's, whether and after what pause is here.

/// Whether the ledger can be relied on, and when to try again if not.
package struct LedgerAvailability: Equatable, Sendable {
    /// What status reports say.
    package enum State: Equatable, Sendable {
        /// It was not opened yet.
        case opening
        case available
        case unavailable(LedgerError)
    }

    package private(set) var state: State = .opening
    /// *Units*: failed attempts in a row.
    package private(set) var failureCount = 0

    package init() {}

    /// An attempt succeeded.
    package mutating func succeeded() {
        state = .available
        failureCount = 0
    }

    /// An attempt failed; says after what pause to open the ledger anew, or nil where that is of no use.
    ///
    /// An error that is only about the request changes nothing.
    package mutating func failed(_ error: LedgerError) -> Duration? {
        guard !error.isAboutRequest else { return nil }
        state = .unavailable(error)
        failureCount += 1
        return Self.pause(after: error, failureCount: failureCount)
    }

    /// How long to wait before the next attempt; nil where somebody must act first, and then asks for a reload.
    ///
    /// A lock is most often the daemon before us, on its way out, so the first attempts come soon. Disks take longer.
    package static func pause(after error: LedgerError, failureCount: Int) -> Duration? {
        let doublings = min(max(0, failureCount - 1), 16)
        switch error {
        case .locked: return min(.milliseconds(100 << doublings), .seconds(5))
        case .noDirectory, .readOnly, .full, .failed: return min(.seconds(1 << doublings), .seconds(60))
        case .untrusted, .lost, .foreign, .newerSchema, .corrupt, .copyExists, .unusable, .tooManyKeys,
            .tooMuchKept, .tooManySubjects, .tooMuchWritten, .notClaimed:
            return nil
        }
    }
}
