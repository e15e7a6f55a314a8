import DeepLinkFeatures

/// Shows the abilities of the library one after the other, and prints the results.
@main
enum FeatureTour {
    static func main() async throws {
        try podcasts()
        try levels()
        try shop()
        try selfies()
        try platforms()
        try photos()
        try await downloads()
        try await links()
        try await table()
        try callers()
        try users()
        try coinsAndWords()
        try await daemonPermissions()
        try await observers()
    }

    static let machine = Host(linux: "6.1.0-18-amd64", systemd: "252", distributions: ["debian": "12"])

    static func podcastApp() throws -> Dispatcher {
        try Dispatcher(PodcastApp.self, answering: .scheme("podcast"), .host("pod.example"), on: machine)
    }

    static func podcasts() throws {
        print("podcasts")
        let dispatcher = try podcastApp()
        try dispatcher.perform(Playback.play, with: Episode(7), presenter: Screen())
        try openRock(dispatcher)
        dispatcher.setPurchase(premium, to: .active)
        try openRock(dispatcher)
        dispatcher.setPermission(.location(usage: .whenInUse), to: .authorized)
        try openRock(dispatcher)
        print("  published: \(dispatcher.publishedActions.map { $0.feature + " · " + $0.name })")
    }

    static func openRock(_ dispatcher: Dispatcher) throws {
        switch dispatcher.request(SmartPlaylists.open) {
        case .verified(let binding): _ = try binding.perform(with: "rock", presenter: Screen())
        case .refused(let refusal): print("  \(refusal.code), \(refusal.remedies.map(\.kind))")
        }
    }

    static func levels() throws {
        print("levels")
        let dispatcher = try Dispatcher(LevelBuilderFeature.self, on: machine)
        for (what, change) in [
            ("nothing bought", {}),
            ("bought", { dispatcher.setPurchase(levelPack, to: .active) }),
            ("switched off by the player", { try dispatcher.setToggle(LevelBuilderFeature.self, to: false) }),
            ("switched on again", { try dispatcher.setToggle(LevelBuilderFeature.self, to: true) }),
            ("switched off by the program", { dispatcher.setRuntime(LevelBuilderFeature.self, to: false) }),
        ] as [(String, () throws -> Void)] {
            try change()
            switch dispatcher.request(LevelBuilderFeature.build) {
            case .verified(let binding): print("  \(what): \(try binding.perform())")
            case .refused(let refusal): print("  \(what): \(refusal.code)")
            }
        }
    }

    static func selfies() throws {
        print("selfies")
        let dispatcher = try Dispatcher(SelfieFeature.self, on: machine)
        dispatcher.setPermission(.camera, to: .authorized)
        dispatcher.setPermission(.photos, to: .denied)
        let permissions = dispatcher.status(of: SelfieFeature.self).permissions
        print("  authorized \(permissions.authorized), denied \(permissions.denied)")
        print("  to be asked for \(permissions.notDetermined)")
    }

    static func platforms() throws {
        print("platforms")
        for distribution in ["debian", "ubuntu", "fedora"] {
            let host = Host(linux: "6.1", distributions: [distribution: "12"])
            let dispatcher = try Dispatcher(ExampleFeature.self, ExampleDebianOnlyFeature.self, on: host)
            let anywhere = dispatcher.status(of: ExampleFeature.self).refusal?.code ?? "available"
            let debianOnly = dispatcher.status(of: ExampleDebianOnlyFeature.self).refusal?.code ?? "available"
            print("  \(distribution): \(anywhere), \(debianOnly)")
        }
    }

    static func shop() throws {
        print("shop")
        let receipts = Receipts()
        let purchases = DebugPurchaseTracker(over: receipts)
        let dispatcher = try Dispatcher(LevelBuilderFeature.self, on: machine, purchases: purchases)
        let observation = dispatcher.observe { change in
            guard let levels = change[LevelBuilderFeature.self] else { return }
            print("  \(levels.feature): \(levels.code ?? "available")")
        }
        for change in [
            { receipts.take(levelPack, TrackedPurchase(.active)) },
            { purchases.set(levelPack, to: .expired) },
            { purchases.reset() },
        ] {
            change()
            dispatcher.refresh()
        }
        purchases.set(levelPack, to: .grace)
        let purchase = dispatcher.status(of: LevelBuilderFeature.self).constraints.first { $0.kind == .purchase }
        print("  made up: \(purchase?.reason ?? ""), by \(purchase?.source ?? "")")
        observation.cancel()
    }

    static func photos() throws {
        print("photos")
        let prompts = Prompts()
        let dispatcher = try Dispatcher(PhotoAttachmentsFeature.self, on: machine, permissions: [prompts])
        let screen = PhotoScreen(dispatcher: dispatcher)
        prompts.change(.photos, to: .restricted)
        screen.selectPhoto()
        prompts.change(.photos, to: .denied)
        screen.selectPhoto()
        dispatcher.setPurchase(attachments, to: .active)
        screen.selectPhoto()
        for refused in [Permission.camera, nil] {
            prompts.change(.photos, to: .notDetermined)
            prompts.change(.camera, to: .notDetermined)
            prompts.refused = refused
            screen.selectPhoto()
        }
    }

    static func downloads() async throws {
        print("downloads")
        let dispatcher = try podcastApp()
        dispatcher.setRuntime(TurboDownloads.self, to: true)
        let bytes = try await dispatcher.request(TurboDownloads.download).get().perform(with: "episode 7")
        print("  \(bytes) bytes")
        let stale = try dispatcher.request(TurboDownloads.download).get()
        dispatcher.setRuntime(TurboDownloads.self, to: nil)
        do {
            _ = try await stale.perform(with: "episode 8")
        } catch let error as PerformError {
            print("  \(error)")
        }
    }

    static func links() async throws {
        print("links")
        let dispatcher = try podcastApp()
        let receiver = LinkReceiver(dispatcher: dispatcher)
        try receiver.receive("podcast://episodes/7?from=90")
        try receiver.receive("https://pod.example/favourites/rock")
        dispatcher.setPurchase(premium, to: .active)
        dispatcher.setPermission(.location(usage: .whenInUse), to: .authorized)
        try receiver.receive("https://pod.example/favourites/rock")
        for url in ["podcast://episodes/seven", "podcast://episodes/7?from=x", "https://other.example/", "podcast"] {
            try receiver.receive(url)
        }
        dispatcher.setRuntime(TurboDownloads.self, to: true)
        try await receiver.receiveAndWait("podcast://downloads/episode%207")
        print("  \(try dispatcher.link(to: Playback.play, with: Episode(7), in: .host("pod.example")))")
        dispatcher.setRuntime(DeepLinkingFeature.self, to: false)
        try receiver.receive("podcast://episodes/7")
    }
}
