import DeepLinkFeatures
import Testing

/// Asking for the permissions of a feature, step by step.
@MainActor @Suite struct AuthorisationTests {
    @Test func `a coordinator goes along with every step, and the retry comes at the end`() throws {
        let scene = try AuthorisationScene()
        #expect(scene.begin())
        scene.order(.ask([.camera, .photos]))
        scene.choose(.request)
        #expect(scene.adapter.asked.map(\.permission) == [.camera])
        scene.user(.authorized)
        scene.proceed(.next)
        scene.choose(.request)
        scene.user(.authorized)
        #expect(scene.retries == 0)
        scene.proceed(.next)
        #expect(
            scene.coordinator.log == [
                "begin photos camera", "will camera", "did camera authorized", "will photos", "did photos authorized",
                "end granted",
            ])
        let result = try #require(scene.controller?.result)
        #expect(result.end == .granted && result.granted == [.photos, .camera] && !result.isCancelled)
        #expect(scene.coordinator.completions == [result] && scene.retries == 1)
    }

    @Test func `without a coordinator the user is asked at once, one by one, in the order of declaration`() throws {
        let scene = try AuthorisationScene(coordinated: false)
        scene.begin()
        #expect(scene.adapter.asked.map(\.permission) == [.photos])
        scene.user(.authorized)
        #expect(scene.adapter.asked.map(\.permission) == [.photos, .camera])
        scene.user(.authorized)
        #expect(scene.retries == 1 && scene.controller?.result?.end == .granted)
    }

    @Test func `the retry finds the feature available`() throws {
        let scene = try AuthorisationScene(coordinated: false)
        var output: String?
        let controller = Pictures.permissionAuthorisationController(in: scene.dispatcher)
        controller.begin { output = try? scene.dispatcher.request(Pictures.echo).get().perform(with: "a photo") }
        scene.user(.authorized)
        scene.user(.authorized)
        #expect(output == "a photo")
    }

    // MARK: Three mistakes of the model

    @Test(arguments: [PermissionStatus.denied, .notDetermined, .restricted, .unsupported, .unknown])
    func `with a permission outstanding nothing is retried, though nothing was cancelled`(
        status: PermissionStatus
    ) throws {
        let scene = try AuthorisationScene()
        scene.begin()
        scene.order(.ask([.photos, .camera]))
        scene.choose(.request)
        scene.user(.authorized)
        scene.proceed(.next)
        scene.choose(.request)
        scene.user(status)
        scene.proceed(.next)
        let result = try #require(scene.coordinator.completions.first)
        #expect(result.end == .partial && !result.isCancelled && scene.retries == 0)
        #expect(result.granted == [.photos] && result.outstanding == [.camera] && result.skipped.isEmpty)
    }

    @Test func `when all is cancelled, the permission that was about to be asked for is outstanding, too`() throws {
        let scene = try AuthorisationScene()
        scene.begin()
        scene.order(.ask([.photos, .camera]))
        scene.choose(.cancelAll)
        let result = try #require(scene.coordinator.completions.first)
        #expect(result.end == .cancelled && result.isCancelled && result.outstanding == [.photos, .camera])
        #expect(scene.retries == 0 && scene.adapter.asked.isEmpty)
    }

    @Test(arguments: [true, false])
    func `with nothing to ask for it ends at once, as granted`(isCoordinated: Bool) throws {
        let scene = try AuthorisationScene(coordinated: isCoordinated)
        scene.adapter.statuses = [.photos: .authorized, .camera: .authorized]
        scene.begin()
        #expect(scene.controller?.result?.end == .granted && scene.retries == 1)
        #expect(scene.coordinator.log == (isCoordinated ? ["end granted"] : []))
    }

    // MARK: Orders and choices

    @Test func `what the order leaves out is skipped; what it repeats or invents is ignored`() throws {
        let scene = try AuthorisationScene()
        scene.begin()
        scene.order(.ask([.camera, .siriKit, .camera]))
        scene.choose(.request)
        scene.user(.authorized)
        scene.proceed(.next)
        let result = try #require(scene.coordinator.completions.first)
        #expect(result.end == .partial && result.granted == [.camera] && result.skipped == [.photos])
        #expect(result.outstanding.isEmpty && scene.retries == 0 && scene.adapter.asked.count == 1)
    }

    @Test func `a skipped permission is asked for again by the next controller`() throws {
        let scene = try AuthorisationScene()
        scene.begin()
        scene.order(.ask([.photos, .camera]))
        scene.choose(.skip)
        scene.choose(.skip)
        #expect(scene.coordinator.completions.first?.skipped == [.photos, .camera])
        #expect(!scene.begin(), "a controller begins once")
        let next = scene.dispatcher.permissionAuthorisationController(for: Pictures.self)
        #expect(next.begin())
        #expect(scene.adapter.asked.map(\.permission) == [.photos])
    }

    @Test func `a permission that was granted meanwhile is not asked for`() throws {
        let scene = try AuthorisationScene()
        scene.begin()
        scene.order(.ask([.photos, .camera]))
        scene.adapter.statuses[.camera] = .authorized
        scene.choose(.request)
        scene.user(.authorized)
        scene.proceed(.next)
        #expect(scene.coordinator.log.contains("will camera") == false)
        #expect(scene.coordinator.completions.first?.end == .granted && scene.retries == 1)
    }

    @Test func `only what the user was not asked for yet is asked for`() throws {
        let scene = try AuthorisationScene()
        scene.adapter.statuses[.photos] = .denied
        scene.begin()
        #expect(scene.coordinator.log == ["begin camera"])
        scene.order(.ask([.camera]))
        scene.choose(.request)
        scene.user(.authorized)
        scene.proceed(.next)
        // The retry finds what is denied: the program shows the settings then.
        #expect(scene.coordinator.completions.first?.granted == [.camera])
    }

    // MARK: Adapters

    @Test func `an adapter that cannot ask leaves its permission outstanding, with the reason`() throws {
        let scene = try AuthorisationScene(coordinated: false)
        scene.adapter.unaskable = [.photos]
        scene.begin()
        scene.user(.authorized)
        let result = try #require(scene.controller?.result)
        #expect(result.end == .partial && result.granted == [.camera] && result.outstanding == [.photos])
        #expect(result.problems == [.photos: "Refusal()"])
    }

    @Test func `an adapter that answers at once, twice, and throws besides has answered once`() throws {
        final class Hasty: PermissionAdapter {
            struct Mistake: Error {}
            let name = "hasty"
            let permissions = [Permission.photos, .camera]
            var asked: [Permission] = []
            func announceChanges(with announcer: FactAnnouncer) {}
            func status(of permission: Permission, for subject: Subject) -> PermissionStatus {
                asked.contains(permission) ? .authorized : .notDetermined
            }
            func request(_ permission: Permission, for subject: Subject, completion: @escaping () -> Void) throws {
                asked.append(permission)
                completion()
                completion()
                throw Mistake()
            }
        }
        let adapter = Hasty()
        let dispatcher = try Dispatcher(Pictures.self, on: machine, permissions: [adapter])
        var retries = 0
        let controller = dispatcher.permissionAuthorisationController(for: Pictures.self)
        controller.begin { retries += 1 }
        #expect(adapter.asked == [.photos, .camera] && retries == 1)
        #expect(controller.result?.problems == [:])
    }

    @Test func `without an adapter the coordinator asks, and records the answer`() throws {
        let dispatcher = try Dispatcher(Pictures.self, on: machine)
        let coordinator = AuthorisationScene.Coordinator()
        var retries = 0
        let controller = dispatcher.permissionAuthorisationController(for: Pictures.self, using: coordinator)
        controller.begin { retries += 1 }
        if case .order(let all, let answer) = coordinator.questions.last { answer(.ask(all)) }
        for permission in [Permission.photos, .camera] {
            guard case .choice(permission, let choose) = coordinator.questions.last else {
                Issue.record("\(permission) is not asked for"); return
            }
            dispatcher.setPermission(permission, to: .authorized)
            choose(.request)
            guard case .continuation(permission, .authorized, let proceed) = coordinator.questions.last else {
                Issue.record("\(permission) has no answer"); return
            }
            proceed(.next)
        }
        #expect(retries == 1)
    }

    // MARK: Ends

    @Test func `a newer controller of the same subject supersedes, one of another subject does not`() throws {
        let scene = try AuthorisationScene()
        scene.begin()
        scene.order(.ask([.photos]))
        scene.choose(.request)
        let other = scene.dispatcher.permissionAuthorisationController(for: Pictures.self, for: .account("ann"))
        other.begin()
        #expect(scene.coordinator.completions.isEmpty)
        let newer = scene.dispatcher.permissionAuthorisationController(for: Pictures.self)
        #expect(scene.coordinator.completions.isEmpty, "it has not begun")
        newer.begin()
        #expect(scene.coordinator.completions.map(\.end) == [.superseded])
        scene.user(.authorized)
        #expect(scene.coordinator.completions.count == 1 && scene.retries == 0 && newer.result == nil)
        #expect(other.result == nil)
        newer.cancel()
        #expect(newer.result?.end == .cancelled)
        withExtendedLifetime(other) {}
    }

    @Test func `a controller that is begun while another is told of its end supersedes nothing that is gone`() throws {
        let scene = try AuthorisationScene()
        scene.begin()
        let newest = scene.dispatcher.permissionAuthorisationController(for: Pictures.self)
        scene.coordinator.atEnd = { newest.begin() }
        let newer = scene.dispatcher.permissionAuthorisationController(for: Pictures.self)
        newer.begin()
        #expect(newer.result?.end == .superseded && newest.result == nil)
        #expect(scene.coordinator.completions.count == 1)
        #expect(scene.adapter.asked.count == 1)
        newest.cancel()
    }

    @Test func `the release of the controller, of the coordinator or of the dispatcher is a cancellation`() throws {
        let scene = try AuthorisationScene()
        scene.begin()
        scene.order(.ask([.photos, .camera]))
        scene.choose(.request)
        scene.controller = nil
        #expect(scene.coordinator.completions.map(\.end) == [.cancelled])
        scene.user(.authorized)
        #expect(scene.retries == 0 && scene.coordinator.completions.count == 1)
        let dispatcher = try Dispatcher(Pictures.self, on: machine)
        var coordinator: AuthorisationScene.Coordinator? = .init()
        let first = dispatcher.permissionAuthorisationController(for: Pictures.self, using: coordinator)
        first.begin()
        guard case .order(_, let answer) = coordinator?.questions.last else { Issue.record("no question"); return }
        coordinator = nil
        answer(.ask([.photos]))
        #expect(first.result?.end == .cancelled)
        var short: Dispatcher? = try Dispatcher(Pictures.self, on: machine, permissions: [TestAdapter(.photos)])
        let second = try #require(short?.permissionAuthorisationController(for: Pictures.self))
        second.begin()
        short = nil
        #expect(second.result?.end == .cancelled && second.result?.outstanding == [.photos, .camera])
    }

    @Test func `an answer that never comes ends the whole in time`() throws {
        let scene = try AuthorisationScene()
        scene.begin()
        #expect(scene.dispatcher.nextBoundaryMs == 61_000)
        scene.pass(ms: 59_999)
        scene.order(.ask([.photos, .camera]))
        scene.choose(.request)
        #expect(scene.dispatcher.nextBoundaryMs == 120_999, "each answer has its own time")
        scene.pass(ms: 59_999)
        #expect(scene.coordinator.completions.isEmpty)
        scene.pass(ms: 1)
        #expect(scene.coordinator.completions.map(\.end) == [.expired] && scene.dispatcher.nextBoundaryMs == nil)
        scene.user(.authorized)
        #expect(scene.coordinator.completions.count == 1 && scene.retries == 0)
    }

    @Test func `a feature that the dispatcher was not made with is not asked for`() throws {
        let dispatcher = try Dispatcher(Plain.self, on: machine)
        var retries = 0
        let controller = Pictures.permissionAuthorisationController(in: dispatcher)
        controller.begin { retries += 1 }
        #expect(controller.result?.end == .cancelled && retries == 0)
    }

    // MARK: Awaiting

    @Test func `it can be awaited, and its task's cancellation ends it`() async throws {
        let scene = try AuthorisationScene(coordinated: false)
        let controller = try #require(scene.controller)
        let task = Task { await controller.authorise() }
        while scene.adapter.asked.count < 1 { await Task.yield() }
        scene.user(.authorized)
        while scene.adapter.asked.count < 2 { await Task.yield() }
        scene.user(.authorized)
        #expect(await task.value.end == .granted)
        #expect(await controller.authorise().end == .granted, "it has ended")
        let other = try AuthorisationScene(coordinated: false)
        let second = try #require(other.controller)
        let cancelled = Task { await second.authorise() }
        while other.adapter.asked.isEmpty { await Task.yield() }
        cancelled.cancel()
        #expect(await cancelled.value.end == .cancelled)
    }

    @Test func `awaiting it lets its time pass`() async throws {
        let dispatcher = try Dispatcher(Pictures.self, on: machine, permissions: [TestAdapter(.photos, .camera)])
        let controller = dispatcher.permissionAuthorisationController(
            for: Pictures.self, patience: .milliseconds(20))
        #expect(await controller.authorise().end == .expired)
    }

    @Test(.timeLimit(.minutes(1)))
    func `an answer that came before it is awaited is taken without another announcement`() async throws {
        let dispatcher = try Dispatcher(Pictures.self, on: machine, permissions: [AnsweredAdapter()])
        let controller = dispatcher.permissionAuthorisationController(for: Pictures.self)
        #expect(await controller.authorise().end == .granted)
    }
}
