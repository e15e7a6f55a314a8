// A podcast player: three features that every user has, and four with conditions.
//
//     PodcastApp
//       Playback            DynamicSpeed      a purchase, and the listener must switch it on
//                           SoundEnhancement  a purchase, and the listener must switch it on
//       Downloading         TurboDownloads    for internal use: a switch of the program
//       Favourites          SmartPlaylists    a purchase, and the location while in use

import DeepLinkFeatures

let premium = Product("premium.monthly", name: "Premium subscription")

enum PodcastApp: FeatureGroup {
    static let description = "All app features"
    static let subfeatures: [any FeatureDefinition.Type] = [Playback.self, Downloading.self, Favourites.self]
}

enum Playback: Feature, FeatureGroup {
    static let description = "Podcast playback"
    static let subfeatures: [any FeatureDefinition.Type] = [DynamicSpeed.self, SoundEnhancement.self]
    static let play = action(PlayEpisode.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(play)
    }
}

enum DynamicSpeed: ConditionalFeature {
    static let description = "Silence is skipped"
    static let apply = action(ApplySpeed.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.userToggled(defaultValue: false)
        requirements.purchase(premium)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(apply)
    }
}

enum SoundEnhancement: ConditionalFeature {
    static let description = "Voices are louder"
    static let apply = action(EnhanceSound.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.userToggled(defaultValue: false)
        requirements.purchase(premium)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(apply)
    }
}

enum Downloading: Feature, FeatureGroup {
    static let description = "Podcast downloading"
    static let subfeatures: [any FeatureDefinition.Type] = [TurboDownloads.self]

    static func prepare(actions: FeatureActionsBuilder) {}
}

enum TurboDownloads: ConditionalFeature {
    static let description = "Experimental, for internal use"
    static let isEnabled: Bool? = false
    static let download = action(Download.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.runtimeEnabled()
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(download)
    }
}

enum Favourites: Feature, FeatureGroup {
    static let description = "Podcast favourites"
    static let subfeatures: [any FeatureDefinition.Type] = [SmartPlaylists.self]

    static func prepare(actions: FeatureActionsBuilder) {}
}

enum SmartPlaylists: ConditionalFeature {
    static let description = "Playlists that follow the listener"
    static let open = action(OpenPlaylist.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.permission(.location(usage: .whenInUse))
        requirements.purchase(premium)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(open)
    }
}

// MARK: Actions

/// The screen that shows an action's effect; here it prints.
struct Screen {
    func show(_ text: String) { print("  > \(text)") }
}

enum PlayEpisode: Action {
    typealias Input = Episode

    static func perform(_ context: borrowing ActionContext<Self>, presenter: Screen) {
        let episode = context.input
        presenter.show("playing episode \(episode.number)\(episode.from > 0 ? " from second \(episode.from)" : "")")
    }
}

enum ApplySpeed: Action {
    typealias Input = Double

    static func perform(_ context: borrowing ActionContext<Self>, presenter: Screen) {
        presenter.show("speed \(context.input)")
    }
}

enum EnhanceSound: Action {
    static func perform(_ context: borrowing ActionContext<Self>, presenter: Screen) {
        presenter.show("voices are louder")
    }
}

/// Downloads wait for the network, so they may suspend.
enum Download: AsyncAction {
    typealias Input = String

    static func perform(_ context: borrowing ActionContext<Self>, presenter: NoPresenter) async throws -> Int {
        await Task.yield()
        return context.input.utf8.count
    }
}

enum OpenPlaylist: Action {
    typealias Input = String

    static func perform(_ context: borrowing ActionContext<Self>, presenter: Screen) -> Int {
        presenter.show("playlist \(context.input)")
        return context.input.count
    }
}
