import Features

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
    /// Its source failed or was late.
    case unknown

    /// As the verifier has it.
    var known: Features.PurchaseState {
        switch self {
        case .active: .active
        case .trial: .trial
        case .grace: .grace
        case .cancelled: .cancelled
        case .billingRetry: .billingRetry
        case .paused: .paused
        case .pendingApproval: .pendingApproval
        case .expired: .expired
        case .revoked: .revoked
        case .none: .none
        case .unknown: .unknown
        }
    }
}
