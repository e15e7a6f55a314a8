import DeepLinkFeatures
import Synchronization

// What the server can do, as types. Nothing here belongs to one user.

let premium = Product("premium", name: "Premium subscription")

enum Podcasts: FeatureGroup {
    static let description = "A podcast service with many users"
    static let subfeatures: [any FeatureDefinition.Type] = [Playback.self, SmartPlaylists.self]
}

enum Playback: Feature, RoutedFeature {
    static let description = "Plays episodes"
    static let play = action(PlayEpisode.self)

    static func prepare(actions: FeatureActionsBuilder) { actions.publish(play) }
    static func routes(_ routes: FeatureRoutesBuilder) {
        routes.send("/episodes/$(number:uint)", to: play) { try $0.value("number") }
    }
}

enum SmartPlaylists: ConditionalFeature, RoutedFeature {
    static let description = "Playlists that follow the listener"
    static let open = action(OpenPlaylist.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.userToggled(defaultValue: true)
        requirements.purchase(premium)
    }

    static func prepare(actions: FeatureActionsBuilder) { actions.publish(open) }
    static func routes(_ routes: FeatureRoutesBuilder) {
        routes.send("/favourites/$(list:slug)", to: open) { try $0.value("list") }
    }
}

enum PlayEpisode: Action {
    typealias Input = Int
    static func perform(_ context: borrowing ActionContext<Self>, presenter: NoPresenter) -> String {
        "episode \(context.input)\n"
    }
}

enum OpenPlaylist: Action {
    typealias Input = String
    static func perform(_ context: borrowing ActionContext<Self>, presenter: NoPresenter) -> String {
        "playlist \(context.input)\n"
    }
}

/// Who has bought the premium subscription: one for the whole server, asked on any thread.
final class Shop: PurchaseTracker, Sendable {
    let name = "shop"
    private let buyers: Mutex<Set<UInt32>>
    private let announcers = FactAnnouncers()

    /// - Parameter buyers: the users who have it already.
    init(buyers: Set<UInt32>) { self.buyers = Mutex(buyers) }

    func announceChanges(with announcer: FactAnnouncer) { announcers.add(announcer) }

    func purchase(of product: Product, by subject: Subject) -> TrackedPurchase {
        guard case .uid(let user) = subject else { return TrackedPurchase(.none) }
        return TrackedPurchase(buyers.withLock { $0.contains(user) } ? .active : .none)
    }

    /// A user has paid.
    func paid(_ user: UInt32) {
        buyers.withLock { _ = $0.insert(user) }
        announcers.announce()
    }
}
