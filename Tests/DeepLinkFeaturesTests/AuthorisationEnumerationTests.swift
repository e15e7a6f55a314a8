import DeepLinkFeatures
import TestSupport
import Testing

// Every interleaving of what can happen to one authorisation of two permissions: answers, repeated answers, refusals,
// adapters that fail or say nothing, cancellations, releases, time. Each path is played anew from the start, and at every
// path's end everything that was ever asked is answered once more.

@Suite struct AuthorisationEnumerationTests {
    /// One thing that can happen.
    private enum Event: CaseIterable {
        case begin, both, one, cancelOrder, request, skip, cancelAll, grant, deny, next, stop
        case cancel, release, newer, time, repeatAnswers, grantElsewhere

        func happen(in stage: Stage) {
            let scene = stage.scene
            switch self {
            case .begin: scene.begin()
            case .both: scene.order(.ask([.camera, .photos]))
            case .one: scene.order(.ask([.camera]))
            case .cancelOrder: scene.order(.cancel)
            case .request: scene.choose(.request)
            case .skip: scene.choose(.skip)
            case .cancelAll: scene.choose(.cancelAll)
            case .grant: scene.user(.authorized)
            case .deny: scene.user(.denied)
            case .next: scene.proceed(.next)
            case .stop: scene.proceed(.cancel)
            case .cancel: scene.controller?.cancel()
            case .release: scene.controller = nil
            case .newer: stage.beginNewer()
            case .time: scene.pass(ms: 60_000)
            case .repeatAnswers: stage.answerAllAgain()
            case .grantElsewhere: scene.adapter.statuses[.photos] = .authorized
            }
        }
    }

    private final class Stage {
        let scene: AuthorisationScene
        var newer: PermissionAuthorisationController?

        init(unaskable: Set<Permission>) throws {
            scene = try AuthorisationScene()
            scene.adapter.unaskable = unaskable
        }

        func beginNewer() {
            newer = scene.dispatcher.permissionAuthorisationController(for: Pictures.self)
            newer?.begin()
        }

        /// All questions but the last one were answered before.
        func answerAllAgain() {
            for question in scene.coordinator.questions.dropLast() {
                switch question {
                case .order(_, let answer): answer(.ask([.photos, .camera]))
                case .choice(_, let answer): answer(.request)
                case .continuation(_, _, let answer): answer(.next)
                }
            }
            for prompt in scene.adapter.asked.dropLast() { prompt.completion() }
        }

        /// The state as a text: paths with the same one need not be followed twice.
        var fingerprint: String {
            let statuses = scene.adapter.statuses.map { "\($0)=\($1)" }.sorted()
            return
                "\(scene.coordinator.log) \(scene.adapter.asked.count) \(scene.retries) \(statuses) "
                + "\(scene.controller == nil) \(newer == nil)"
        }
    }

    @Test(.enabled(if: SlowTests.run), arguments: [[], [.photos], [.photos, .camera]] as [Set<Permission>])
    func `every interleaving has exactly one completion, and retries only where all was granted`(
        unaskable: Set<Permission>
    ) throws {
        var (seen, frontier, endings): (Set<String>, [[Event]], [String: Int]) = ([], [[]], [:])
        while let path = frontier.popLast() {
            let stage = try play(path, unaskable)
            guard seen.insert(stage.fingerprint).inserted else { continue }
            let end = stage.scene.coordinator.completions.first?.end
            endings["\(end.map { "\($0)" } ?? "under way")", default: 0] += 1
            check(stage, path)
            if path.count < 11, end == nil { frontier += Event.allCases.map { path + [$0] } }
        }
        print("authorisation with \(unaskable.count) of 2 unaskable: \(seen.count) states, \(endings)")
        #expect(Set(endings.keys).isSuperset(of: ["partial", "cancelled", "superseded", "expired", "under way"]))
        #expect((endings["granted"] != nil) == (unaskable.count < 2))
    }

    private func play(_ path: [Event], _ unaskable: Set<Permission>) throws -> Stage {
        let stage = try Stage(unaskable: unaskable)
        for event in path { event.happen(in: stage) }
        return stage
    }

    private func check(_ stage: Stage, _ path: [Event]) {
        let coordinator = stage.scene.coordinator
        let hasBegun = path.contains(.begin) && path.firstIndex(of: .begin) ?? 0 < path.firstIndex(of: .release) ?? .max
        // Whatever is still under way ends when it is cancelled; then nothing changes any more.
        stage.scene.controller?.cancel()
        let completions = coordinator.completions
        #expect(completions.count == (hasBegun ? 1 : 0), "\(path)")
        let (log, retries) = (coordinator.log, stage.scene.retries)
        stage.answerAllAgain()
        stage.scene.order(.ask([.photos]))
        stage.scene.choose(.request)
        stage.scene.proceed(.next)
        for prompt in stage.scene.adapter.asked.dropLast(stage.newer == nil ? 0 : 1) { prompt.completion() }
        #expect(coordinator.log == log && stage.scene.retries == retries, "\(path)")
        guard let result = completions.first else { return }
        #expect(retries == (result.end == .granted ? 1 : 0), "\(path)")
        #expect(log.last == "end \(result.end)", "\(path)")
        let parts = [result.granted, result.skipped, result.outstanding].map(Set.init)
        #expect(parts.map(\.count).reduce(0, +) == parts.reduce(Set()) { $0.union($1) }.count, "\(path)")
        if result.end == .granted { #expect(result.skipped.isEmpty && result.outstanding.isEmpty, "\(path)") }
        if result.end == .partial { #expect(!(result.skipped + result.outstanding).isEmpty, "\(path)") }
    }
}
