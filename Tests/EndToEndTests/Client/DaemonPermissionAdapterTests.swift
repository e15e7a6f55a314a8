import DeepLinkClient
import DeepLinkDaemonStore
import DeepLinkFeatures
import Foundation
import Synchronization
import Testing

/// The daemon as what asks for the permissions of an embedded dispatcher.
@Suite struct DaemonPermissionAdapterTests {
    private static let table = """
        scheme t
        permission microphone from consent
        permission camera from consent
        feature Clips {
            require permission microphone
            require permission camera
            action record {
                respond "recorded"
            }
            route record /record do record
        }
        """

    enum Clips: ConditionalFeature {
        static let description = "Voice clips"
        static let record = action(Record.self)
        static func constraints(requirements: FeatureConstraintsBuilder) {
            requirements.permissions(.microphone, .camera)
        }
        static func prepare(actions: FeatureActionsBuilder) { actions.declare(record) }
    }

    enum Record: Action {
        static func perform(_ context: borrowing ActionContext<Self>, presenter: NoPresenter) {}
    }

    @Test func `the daemon's flow asks the program, and its answers count for both`() async throws {
        try await withServedDaemon(table: Self.table) { running in
            let daemon = DeepLinkDaemon(socket: running.socket)
            let asked = Mutex<[String]>([])
            let adapter = DaemonPermissionAdapter(for: [.microphone, .camera], of: "Clips", by: daemon) { question in
                asked.withLock { $0.append(question.permission) }
                question.answer(question.permission == "camera" ? .denied : .granted) { _ in }
            }
            let dispatcher = try Dispatcher(Clips.self, permissions: [adapter])
            #expect(dispatcher.status(of: Clips.self).isAvailable != true)
            try await adapter.load()
            #expect(dispatcher.status(of: Clips.self).permissions.notDetermined == [.microphone, .camera])
            #expect(adapter.status(of: .camera, for: .uid(4_000_000_000)) == .unsupported)
            let controller = dispatcher.permissionAuthorisationController(for: Clips.self)
            let result = await controller.authorise()
            #expect(result.end == .partial)
            #expect(result.granted == [.microphone])
            #expect(asked.withLock { $0 } == ["microphone", "camera"])
            #expect(dispatcher.status(of: Clips.self).permissions.denied == [.camera])
            // What the program was answered, the daemon keeps for links.
            let consents = try await daemon.consents()
            let answers = consents.map { "\($0.permission) \($0.isGranted)" }.sorted()
            #expect(answers == ["camera false", "microphone true"])
        }
    }

    @Test func `changes in the daemon are announced, and a daemon that is away leaves statuses unknown`() async throws {
        try await withServedDaemon(table: Self.table) { running in
            let daemon = DeepLinkDaemon(socket: running.socket)
            let adapter = DaemonPermissionAdapter(for: [.microphone], of: "Clips", by: daemon) {
                $0.answer(.skip) { _ in }
            }
            let dispatcher = try Dispatcher(Clips.self, permissions: [adapter])
            dispatcher.setPermission(.camera, to: .authorized)
            // The watch has begun once it has told of the statuses.
            for await _ in dispatcher.changes
            where dispatcher.status(of: Clips.self).permissions.notDetermined == [.microphone] { break }
            // The daemon's own feature is as blocked as before, by the camera.
            try await daemon.setPermission("microphone", to: "authorized")
            for await _ in dispatcher.changes where dispatcher.status(of: Clips.self).isAvailable == true { break }
            #expect(adapter.status(of: .microphone, for: .machine) == .authorized)
        }
        let absent = DaemonPermissionAdapter(
            for: [.microphone], of: "Clips", by: DeepLinkDaemon(socket: "/nowhere/socket")
        ) { $0.answer(.skip) { _ in } }
        #expect(absent.status(of: .microphone, for: .machine) == .unknown)
        await #expect(throws: DeepLinkError.self) { try await absent.load() }
    }
}
