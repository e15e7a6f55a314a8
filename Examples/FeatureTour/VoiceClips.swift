// What a person reads and is asked: for what a permission is used, which units are missing, in their language. The units
// are spent by the action, and the daemon of the machine knows the permission, if there is one.

import DeepLinkClient
import DeepLinkDaemonStore
import DeepLinkFeatures

enum VoiceClips: ConditionalFeature {
    static let description = "Voice clips"
    static let record = action(RecordClip.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.permission(.microphone, usage: "To record your clip")
        requirements.purchase(coins, quantity: RecordClip.price)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(record)
    }
}

enum RecordClip: Action {
    static let price = 3

    static func perform(_ context: borrowing ActionContext<Self>, presenter: Purse) {
        presenter.spend(price)
        print("  > recorded, coins left: \(presenter.units)")
    }
}

/// The coins of the player.
///
/// Who spends them announces it, and the next request is decided by those that are left.
final class Purse: PurchaseTracker {
    let name = "purse"
    private(set) var units: Int
    private let announcers = FactAnnouncers()

    init(_ units: Int) {
        self.units = units
    }

    func spend(_ count: Int) {
        units -= count
        announcers.announce()
    }

    func announceChanges(with announcer: FactAnnouncer) { announcers.add(announcer) }

    func purchase(of product: Product, by subject: Subject) -> TrackedPurchase {
        TrackedPurchase(.active, units: units)
    }
}

extension FeatureTour {
    static func coinsAndWords() throws {
        print("coins and words")
        let purse = Purse(7)
        let dispatcher = try Dispatcher(VoiceClips.self, on: machine, purchases: purse)
        dispatcher.setPermission(.microphone, to: .authorized)
        while let binding = dispatcher.request(VoiceClips.record).binding() { try binding.perform(presenter: purse) }
        tellRemedies(of: dispatcher)
        purse.spend(-5)
        dispatcher.setPermission(.microphone, to: .notDetermined)
        tellRemedies(of: dispatcher)
    }

    /// Says what can be done, as a person of each language reads it.
    private static func tellRemedies(of dispatcher: Dispatcher) {
        guard case .refused(let refusal) = dispatcher.request(VoiceClips.record) else { return }
        print("  \(refusal.code)")
        for remedy in refusal.remedies {
            for language in PersonLanguage.allCases {
                print("  \(language.rawValue): \(remedy.personSentence(in: language))")
            }
        }
    }

    /// Without a daemon the permission is not known; a program takes `DeepLinkDaemon()`.
    static func daemonPermissions() async throws {
        print("permissions of the daemon")
        let daemon = DeepLinkDaemon(socket: "/nonexistent/io.deeplinkd.sock")
        let adapter = DaemonPermissionAdapter(for: [.microphone], of: "VoiceClips", by: daemon) { question in
            print("  ? \(question.title)")
            question.answer(.granted) { _ in }
        }
        let dispatcher = try Dispatcher(VoiceClips.self, on: machine, permissions: [adapter])
        dispatcher.setPurchase(coins, to: .active, units: 30)
        print("  \(dispatcher.status(of: VoiceClips.self).refusal?.code ?? "available")")
        do {
            try await adapter.load()
            // The daemon asks, or leaves the question to this program.
            let controller = dispatcher.permissionAuthorisationController(for: VoiceClips.self)
            print("  asked: \(await controller.authorise().end)")
        } catch {
            print("  \(error)")
        }
        daemon.close()
    }

    static func observers() async throws {
        print("observers")
        let dispatcher = try podcastApp()
        let events = dispatcher.actionEvents()
        let episodes = dispatcher.observe(Playback.play) { event, episode in
            if event.stage == .began, let episode { print("  episode \(episode.number) begins") }
        }
        try dispatcher.perform(Playback.play, with: Episode(7), presenter: Screen())
        _ = dispatcher.request(SmartPlaylists.open).binding()
        episodes.cancel()
        // Of any task; it ends with the dispatcher, and here after as many as there are.
        for await event in events.prefix(3) { print("  \(event.feature) \(event.action) \(event.code ?? "-")") }
    }
}
