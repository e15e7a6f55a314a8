import DeepLinkFeatures

/// The dispatchers of one thread, each for one user.
///
/// A dispatcher belongs to its thread, and costs little to make. So each thread has its own, and forgets them all when they
/// are many: what is known of users is in providers that all threads share.
final class UsersOfThread {
    /// *Units*: dispatchers.
    private static let mostKept = 10_000

    private let declarations: FeatureDeclarations
    private let shop: Shop
    private var dispatchers: [UInt32: Dispatcher] = [:]

    init(_ declarations: FeatureDeclarations, _ shop: Shop) {
        (self.declarations, self.shop) = (declarations, shop)
    }

    /// The dispatcher of a user.
    func dispatcher(of user: UInt32) throws -> Dispatcher {
        if let known = dispatchers[user] { return known }
        if dispatchers.count >= Self.mostKept { dispatchers.removeAll(keepingCapacity: true) }
        let dispatcher = try Dispatcher(declarations, for: .uid(user), purchases: shop)
        dispatchers[user] = dispatcher
        return dispatcher
    }

    /// Opens a link for a user.
    func open(_ url: String, for user: UInt32) throws -> (isOpened: Bool, text: String) {
        switch try dispatcher(of: user).open(url) {
        case .performed(let link): (true, link.output as? String ?? "")
        case .refused(let refusal): (false, "\(refusal.code): \(refusal.message)\n")
        case .rejected(let rejection): (false, "\(rejection.code): \(rejection.message)\n")
        case .unpresentable: (false, "nothing to show it\n")
        }
    }
}
