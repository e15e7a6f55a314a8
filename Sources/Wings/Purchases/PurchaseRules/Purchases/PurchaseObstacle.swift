import Contract
import Features

/// The reason why a required product is not granted; the easiest to mend come first.
enum PurchaseObstacle: Comparable {
    case pendingApproval
    case billingRetry
    case paused
    /// Some units of a consumable are left, but fewer than are needed.
    case insufficient
    case expired
    case revoked
    case none
    /// No source of this host answers for the product, so it cannot be bought here.
    case noSource

    /// What keeps a product in this state from being granted.
    init(_ state: PurchaseState) {
        switch state {
        case .pendingApproval: self = .pendingApproval
        case .billingRetry: self = .billingRetry
        case .paused: self = .paused
        case .expired: self = .expired
        case .revoked: self = .revoked
        case .none, .unknown: self = .none
        case .active, .trial, .grace, .cancelled: self = .insufficient
        }
    }

    /// The code of a refusal for this reason.
    var code: OutcomeCode {
        switch self {
        case .pendingApproval: .purchasePendingApproval
        case .billingRetry: .purchaseBillingRetry
        case .paused: .purchasePaused
        case .expired: .purchaseExpired
        case .revoked: .purchaseRevoked
        case .insufficient, .none: .purchaseRequired
        case .noSource: .purchaseUnsupported
        }
    }

    /// *Shape*: the state's name, `insufficient` or `noSource`.
    var reason: String { "\(self)" }
}
