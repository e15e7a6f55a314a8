import DeepLinkFeatures
import Testing

/// Permissions of which one is enough, in the library.
@MainActor @Suite struct AlternativePermissionTests {
    /// A feature whose requirements a test declares.
    enum Trial: ConditionalFeature {
        static let description = ""
        static let echo = action(EchoAction.self)
        @TaskLocal static var require: @Sendable (FeatureConstraintsBuilder) -> Void = { _ in }

        static func constraints(requirements: FeatureConstraintsBuilder) { require(requirements) }
        static func prepare(actions: FeatureActionsBuilder) { actions.declare(echo) }
    }

    private static func dispatcher(
        _ adapters: [any PermissionAdapter] = [], _ require: @escaping @Sendable (FeatureConstraintsBuilder) -> Void
    ) throws -> Dispatcher {
        try Trial.$require.withValue(require) { try Dispatcher(Trial.self, on: machine, permissions: adapters) }
    }

    @Test func `one that is authorized is enough, with any status of the other`() throws {
        let dispatcher = try Self.dispatcher { $0.permissions(anyOf: [.camera, .microphone], usage: "To record") }
        for camera in PermissionStatus.allCases {
            for microphone in PermissionStatus.allCases {
                dispatcher.setPermission(.camera, to: camera)
                dispatcher.setPermission(.microphone, to: microphone)
                let status = dispatcher.status(of: Trial.self)
                let both = [camera, microphone]
                let isOpen = both.contains(.authorized)
                #expect(status.isAvailable == (isOpen ? true : both.contains(.unknown) ? nil : false), "\(both)")
                #expect(status.constraints.map(\.id) == ["permission:any camera microphone"])
                #expect(status.permissions.all == [.camera, .microphone])
                #expect(status.permissions.usages == [.camera: "To record", .microphone: "To record"])
                // What is not needed is in no list that asks for something.
                #expect(status.permissions.denied.isEmpty || !isOpen, "\(both)")
                let first = zip([Permission.camera, .microphone], both).first { $0.1 == .notDetermined }
                let asked = status.isAvailable == false ? first.map { [$0.0] } ?? [] : []
                #expect(status.permissions.requestable == asked, "\(both)")
            }
        }
    }

    @Test func `a proof is stale once the permission that it rests on is taken back`()
        throws
    {
        let dispatcher = try Self.dispatcher { $0.permissions(anyOf: [.camera, .microphone]) }
        dispatcher.setPermission(.camera, to: .authorized)
        let first = try dispatcher.request(Trial.echo).get()
        dispatcher.setPermission(.camera, to: .denied)
        do {
            _ = try first.perform(with: "a")
            Issue.record("it was performed")
        } catch let error as PerformError {
            #expect(error == .stale(feature: "Trial"))
        }
        #expect(dispatcher.status(of: Trial.self).refusal?.code == "blocked.permission.notDetermined")
        dispatcher.setPermission(.microphone, to: .authorized)
        #expect(try dispatcher.request(Trial.echo).get().perform(with: "b") == "b")
        dispatcher.setPermission(.camera, to: .authorized)
        dispatcher.setPermission(.microphone, to: .restricted)
        #expect(try dispatcher.request(Trial.echo).get().perform(with: "c") == "c")
    }

    @Test func `a controller asks for one, and after a no the next controller asks for the next`() throws {
        let adapter = TestAdapter(.photos, .camera, .microphone)
        let dispatcher = try Self.dispatcher([adapter]) {
            $0.permissions(anyOf: [.photos, .camera])
            $0.permissions(anyOf: [.camera, .microphone], usage: "To record")
        }
        #expect(dispatcher.status(of: Trial.self).permissions.requestable == [.photos, .camera])
        var retries = 0
        func answer(_ status: PermissionStatus) {
            guard let prompt = adapter.asked.last else { return }
            adapter.statuses[prompt.permission] = status
            prompt.completion()
        }
        let first = dispatcher.permissionAuthorisationController(for: Trial.self)
        first.begin { retries += 1 }
        answer(.denied)
        answer(.denied)
        #expect(adapter.asked.map(\.permission) == [.photos, .camera])
        #expect(first.result?.end == .partial && first.result?.outstanding == [.photos, .camera] && retries == 0)
        let second = dispatcher.permissionAuthorisationController(for: Trial.self)
        second.begin { retries += 1 }
        #expect(adapter.asked.map(\.permission) == [.photos, .camera, .microphone])
        answer(.authorized)
        #expect(second.result?.end == .granted && second.result?.granted == [.microphone] && retries == 1)
        #expect(dispatcher.status(of: Trial.self).isAvailable == false, "the first line is not met")
        adapter.statuses = [.photos: .denied, .camera: .authorized]
        dispatcher.refresh()
        #expect(dispatcher.status(of: Trial.self).isAvailable == true, "the camera is enough for both")
    }

    @Test func `a grant elsewhere takes a question away, and the rest is granted`() throws {
        let adapter = TestAdapter(.photos, .camera, .microphone)
        let dispatcher = try Self.dispatcher([adapter]) {
            $0.permission(.photos)
            $0.permissions(anyOf: [.camera, .microphone])
        }
        var retries = 0
        let controller = dispatcher.permissionAuthorisationController(for: Trial.self)
        controller.begin { retries += 1 }
        #expect(adapter.asked.map(\.permission) == [.photos])
        adapter.statuses[.microphone] = .authorized
        adapter.statuses[.photos] = .authorized
        adapter.asked.last?.completion()
        #expect(adapter.asked.map(\.permission) == [.photos] && retries == 1)
        let result = controller.result
        #expect(result?.end == .granted && result?.granted == [.photos] && result?.outstanding == [])
    }

    @Test func `one of no permissions, or of one without a meaning, is refused; of one alone it is that one`() throws {
        for permissions in [[], [Permission.camera, .contacts(entity: "")]] {
            #expect(throws: DeclarationErrors.self) { try Self.dispatcher { $0.permissions(anyOf: permissions) } }
        }
        let dispatcher = try Self.dispatcher { $0.permissions(anyOf: [.camera, .camera]) }
        #expect(dispatcher.status(of: Trial.self).constraints.map(\.id) == ["permission:camera"])
    }
}
