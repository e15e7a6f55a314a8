package import Features

/// One thing that a source is asked.
package enum Question: Hashable, Sendable {
    case platforms
    /// The switch of the feature of that path.
    case runtime(String)
    case permission(Permission, Subject)
    /// A product.
    case purchase(String, Subject)

    /// Whose fact it is; nil for one that counts for everybody.
    package var subject: Subject? {
        switch self {
        case .platforms, .runtime: nil
        case .permission(_, let subject), .purchase(_, let subject): subject
        }
    }
}
