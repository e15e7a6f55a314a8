// A feature for some callers, on machines with some program; and several users of one set of declarations.

import DeepLinkFeatures

enum Diagnostics: ConditionalFeature {
    static let description = "Looks into the player"
    static let inspect = action(Inspect.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.caller(gids: 4, 27)
        requirements.program("/usr/bin/ffprobe")
        requirements.profile(.development)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(inspect)
    }
}

enum Inspect: Action {
    static func perform(_ context: borrowing ActionContext<Self>, presenter: NoPresenter) -> String { "all is well" }
}

extension FeatureTour {
    static func callers() throws {
        print("callers")
        for (profile, gid, programs) in [
            (.production, 4, ["/usr/bin/ffprobe"]), (.development, 100, ["/usr/bin/ffprobe"]), (.development, 4, []),
            (.development, 4, ["/usr/bin/ffprobe"]),
        ] as [(Profile, UInt32, Set<String>)] {
            let host = Host(linux: "6.1", programs: programs)
            let declarations = try FeatureDeclarations(Diagnostics.self, profile: profile, on: host)
            let dispatcher = try Dispatcher(declarations, as: Caller(uid: 1000, gids: [gid]))
            switch dispatcher.request(Diagnostics.inspect) {
            case .verified(let binding): print("  \(try binding.perform())")
            case .refused(let refusal): print("  \(refusal.code)")
            }
        }
    }

    static func users() throws {
        print("users")
        let declarations = try FeatureDeclarations(PodcastApp.self, answering: .scheme("podcast"), on: machine)
        let timeline = ActionTimeline(keeping: 20)
        for user in [1001, 1002] as [UInt32] {
            let dispatcher = try Dispatcher(declarations, for: .uid(user))
            let observation = dispatcher.observeActions(timeline.record)
            if user == 1001 {
                dispatcher.setPermission(.location(usage: .whenInUse), to: .authorized)
                dispatcher.setPurchase(premium, to: .active)
            }
            if let binding = dispatcher.request(SmartPlaylists.open).binding() {
                _ = try binding.perform(with: "rock", presenter: Screen())
            }
            observation.cancel()
        }
        for event in timeline.events { print("  \(event.subject) \(event.action) \(event.code ?? "-")") }
    }
}
