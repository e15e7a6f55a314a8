// The availability of the ledger after an error. Facts that cannot be read are not absent facts: while the ledger is
// unavailable they are undetermined. So the owner of a ledger keeps this value beside the last snapshot, reports the
// result of each attempt to it, and gets the pause before the next attempt from it. It starts no timer and opens no
// file: those are the owner's.

/// The state of the ledger, and the pause before the next attempt to open it.
package struct LedgerAvailability: Equatable, Sendable {
    /// The state in status reports.
    package enum State: Equatable, Sendable {
        /// No attempt to open it has ended yet.
        case opening
        case available
        /// Facts are read, and changes are refused (LedgerAccess).
        case limited(LedgerError)
        case unavailable(LedgerError)
    }

    package private(set) var state: State = .opening
    /// *Units*: failed attempts in a row.
    package private(set) var failureCount = 0

    package init() {}

    /// Records a successful attempt.
    package mutating func succeeded() {
        state = .available
        failureCount = 0
    }

    /// Records a failed attempt.
    ///
    /// Returns the pause before the ledger should be opened anew, or nil if a retry is of no use.
    ///
    /// An error that is only about the request changes nothing.
    ///
    /// - Parameter isReadable: whether the attempt opened the ledger all the same, but not for every change.
    package mutating func failed(_ error: LedgerError, isReadable: Bool = false) -> Duration? {
        guard !error.isAboutRequest else { return nil }
        state = isReadable ? .limited(error) : .unavailable(error)
        failureCount += 1
        return Self.pause(after: error, failureCount: failureCount)
    }

    /// The pause before the next attempt; nil if an operator must act first and then reload.
    ///
    /// A lock is most often held by the previous daemon, which is exiting, so the first attempts come soon. Disks take
    /// longer.
    package static func pause(after error: LedgerError, failureCount: Int) -> Duration? {
        let doublings = min(max(0, failureCount - 1), 16)
        switch error {
        case .locked: return min(.milliseconds(100 << doublings), .seconds(5))
        case .noDirectory, .readOnly, .full, .failed: return min(.seconds(1 << doublings), .seconds(60))
        case .untrusted, .lost, .foreign, .newerSchema, .corrupt, .copyExists, .refused: return nil
        }
    }
}
