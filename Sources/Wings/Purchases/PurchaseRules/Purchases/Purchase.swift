// The state of a purchase as a source reported it, with the dates on which it changes by itself: an active subscription
// that ends on the 31st is in its grace period from then on. The state is a function of this and of a moment; over time
// it only ever goes from granting to not granting, never back.

import Features

/// What a subject holds of one product, until when.
package struct Purchase: Hashable, Sendable {
    /// What the source said when it was asked.
    package var state: PurchaseState
    /// *Units*: units that are left of a consumable; nil if they are not counted.
    package var units: Int?
    /// When what was paid for ends; nil where it does not.
    ///
    /// *Units*: milliseconds since 1970 UTC.
    package var endsMs: Int64?
    /// Until when the product stays granted while payment is due.
    ///
    /// *Units*: milliseconds since 1970 UTC.
    package var graceEndsMs: Int64?

    package init(_ state: PurchaseState, units: Int? = nil, endsMs: Int64? = nil, graceEndsMs: Int64? = nil) {
        self.state = state
        self.units = units
        self.endsMs = endsMs
        self.graceEndsMs = graceEndsMs
    }

    /// The state at a moment: what ended is in its grace period, then not charged; without one it has expired.
    ///
    /// What was cancelled gets no grace: no payment is due.
    package func state(atMs nowMs: Int64) -> PurchaseState {
        switch state {
        case .active, .trial:
            guard let endsMs, nowMs >= endsMs else { return state }
            guard let graceEndsMs else { return .expired }
            return nowMs < graceEndsMs ? .grace : .billingRetry
        case .cancelled:
            guard let endsMs, nowMs >= endsMs else { return state }
            return .expired
        case .grace:
            guard let endMs = graceEndsMs ?? endsMs, nowMs >= endMs else { return state }
            return .billingRetry
        case .billingRetry, .paused, .pendingApproval, .expired, .revoked, .none, .unknown:
            return state
        }
    }

    /// Until when the product is granted, as far as is known at a moment; nil where it is not granted then.
    ///
    /// *Units*: milliseconds since 1970 UTC; the greatest number where it does not end.
    package func grantedUntilMs(atMs nowMs: Int64) -> Int64? {
        guard state(atMs: nowMs).entitles == true else { return nil }
        // What was cancelled gets no grace; what has no end keeps on granting.
        let graceEndsMs = grantedGraceEndsMs
        let endsMs = state == .grace ? graceEndsMs ?? endsMs : endsMs
        return endsMs.map { max($0, graceEndsMs ?? $0) } ?? .max
    }

    /// Until when the product stays granted while payment is due; nil where it gets no grace.
    ///
    /// What was cancelled gets none, and neither does what is not granted any more.
    ///
    /// *Units*: milliseconds since 1970 UTC.
    package var grantedGraceEndsMs: Int64? {
        switch state {
        case .active, .trial, .grace: graceEndsMs
        case .cancelled, .billingRetry, .paused, .pendingApproval, .expired, .revoked, .none, .unknown: nil
        }
    }

    /// The same purchase as it stands at a moment.
    func advanced(toMs nowMs: Int64) -> Purchase {
        var purchase = self
        purchase.state = state(atMs: nowMs)
        return purchase
    }

    /// When the state next changes by itself; nil if never.
    ///
    /// *Units*: milliseconds since 1970 UTC.
    package func nextBoundaryMs(afterMs nowMs: Int64) -> Int64? {
        let now = state(atMs: nowMs)
        return [endsMs, graceEndsMs].compactMap(\.self).filter { $0 > nowMs && state(atMs: $0) != now }.min()
    }
}

/// What is known of a purchase.
public enum PurchaseState: String, CaseIterable, Sendable {
    case active
    case trial
    /// Payment is due, and the product is still granted.
    case grace
    /// Not to be renewed, and still granted until it ends.
    case cancelled
    case billingRetry
    case paused
    case pendingApproval
    case expired
    case revoked
    case none
    /// The source failed or was late.
    case unknown

    /// Whether the product is granted in this state; nil where the state is not known.
    package var entitles: Bool? {
        switch self {
        case .active, .trial, .grace, .cancelled: true
        case .unknown: nil
        case .billingRetry, .paused, .pendingApproval, .expired, .revoked, .none: false
        }
    }
}
