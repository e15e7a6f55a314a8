import DeepLinkFeatures

/// Goes through what the library can do, and prints what comes of it.
@main
enum FeatureTour {
    static func main() async throws {
        try podcasts()
        try levels()
        try selfies()
        try platforms()
        try photos()
        try await downloads()
    }

    static let machine = Host(linux: "6.1.0-18-amd64", systemd: "252", distributions: ["debian": "12"])

    static func podcasts() throws {
        print("podcasts")
        let dispatcher = try Dispatcher(PodcastApp.self, on: machine)
        try dispatcher.perform(Playback.play, with: "episode 7", presenter: Screen())
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
            ("switched off by the player", { dispatcher.setToggle(LevelBuilderFeature.self, to: false) }),
            ("switched on again", { dispatcher.setToggle(LevelBuilderFeature.self, to: true) }),
            ("switched off by the program", { dispatcher.setRuntime(LevelBuilderFeature.self, to: false) }),
        ] as [(String, () -> Void)] {
            change()
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

    static func photos() throws {
        print("photos")
        let dispatcher = try Dispatcher(PhotoAttachmentsFeature.self, on: machine)
        let screen = PhotoScreen(dispatcher: dispatcher)
        dispatcher.setPermission(.photos, to: .restricted)
        try screen.selectPhoto()
        dispatcher.setPermission(.photos, to: .denied)
        try screen.selectPhoto()
        dispatcher.setPurchase(attachments, to: .active)
        try screen.selectPhoto()
        dispatcher.setPermission(.photos, to: .authorized)
        try screen.selectPhoto()
        dispatcher.setPermission(.camera, to: .authorized)
        try screen.selectPhoto()
    }

    static func downloads() async throws {
        print("downloads")
        let dispatcher = try Dispatcher(PodcastApp.self, on: machine)
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
}
