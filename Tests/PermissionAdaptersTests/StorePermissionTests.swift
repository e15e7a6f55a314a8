import Contract
import EventLoop
import FactSources
import Features
import TestSupport
import Testing

@testable import PermissionAdapters
@testable import PermissionRules

@Suite(.serialized) struct StorePermissionTests {
    private static let user = Subject.uid(1000)

    private func adapters(_ loop: Loop, _ lane: PoolLane, _ environment: [String: String]) -> PermissionAdapters {
        PermissionAdapters(
            loop: loop, environment: environment, callers: CallerProcesses(), lane: lane, userID: 1000)
    }

    /// Runs a test with a private permission store; skips it where there is none.
    private func onStage(
        _ test: String = #function, _ body: (Loop, PrivateBus, TestedSources) throws -> Void
    ) throws {
        guard let bus = try PrivateBus(for: test) else { return }
        defer { bus.end() }
        guard try bus.startPermissionStore(for: test) else { return }
        try onLoop { loop in
            let lane = PoolLane(loop: loop)
            let sources = TestedSources(adapters(loop, lane, ["DBUS_SESSION_BUS_ADDRESS": bus.address]))
            defer {
                sources.close()
                lane.close()
            }
            try body(loop, bus, sources)
        }
    }

    @Test(arguments: [
        ("devices", ["yes"], PermissionStatus.authorized), ("devices", ["no"], .denied),
        ("devices", ["ask"], .notDetermined),
        ("devices", ["YES"], .notDetermined), ("devices", ["yes\0"], .notDetermined), ("devices", [], .notDetermined),
        ("location", ["NONE", "0"], .denied), ("location", ["EXACT", "1"], .authorized),
        ("location", ["COUNTRY"], .authorized), ("location", ["yes"], .notDetermined),
        ("location", ["exact"], .notDetermined), ("devices", ["EXACT"], .notDetermined),
        ("devices", ["no", "yes"], .denied),
    ])
    func `the first value is the status, and an unknown value is none`(
        _ table: String, _ values: [String], _ status: PermissionStatus
    ) {
        #expect(PermissionStatus(stored: values, in: table) == status)
    }

    @Test func `what the store has of an app is the permission's status, and a change is announced`() throws {
        try onStage { loop, bus, sources in
            let camera = sources.make(.store(table: "devices", id: "camera", app: "org.example.Photos"))
            let host = sources.make(.store(table: "devices", id: "camera"))
            var announced: [Subject?] = []
            camera.onChange = { announced.append($0) }
            #expect(camera.answer("camera", of: Self.user, on: loop).status == .notDetermined)
            bus.store(["yes"], table: "devices", id: "camera", app: "org.example.Photos")
            try run(loop) { !announced.isEmpty }
            #expect(announced == [Self.user])
            #expect(camera.answer("camera", of: Self.user, on: loop).status == .authorized)
            #expect(host.answer("camera", of: Self.user, on: loop).status == .notDetermined, "another app's answer")
            bus.store(["no"], table: "devices", id: "camera", app: "")
            #expect(host.answer("camera", of: Self.user, on: loop).status == .denied)
            let location = sources.make(.store(table: "location", id: "location"))
            bus.store(["EXACT", "0"], table: "location", id: "location", app: "")
            #expect(location.answer("location.whenInUse", of: Self.user, on: loop).status == .authorized)
        }
    }

    @Test func `the store says nothing about other users, accounts and the machine`() throws {
        try onStage { loop, bus, sources in
            bus.store(["yes"], table: "devices", id: "camera", app: "")
            let camera = sources.make(.store(table: "devices", id: "camera"))
            #expect(camera.answer("camera", of: Self.user, on: loop).status == .authorized)
            for other: Subject in [.uid(1001), .uid(0), .machine, .account("ann")] {
                #expect(camera.answer("camera", of: other, on: loop).status == .unsupported)
            }
        }
    }

    @Test func `a store that is killed or hangs fails the question, and one that comes back answers`() throws {
        try onStage { loop, bus, sources in
            bus.store(["yes"], table: "devices", id: "camera", app: "")
            let camera = sources.make(.store(table: "devices", id: "camera"))
            #expect(camera.answer("camera", of: Self.user, on: loop).status == .authorized)
            bus.pauseService(true)
            #expect(camera.answer("camera", of: Self.user, on: loop).isFailure, "it does not answer")
            bus.killService()
            #expect(camera.answer("camera", of: Self.user, on: loop).isFailure, "nothing has its name")
            try #require(try bus.startPermissionStore(for: "restart"))
            let after = camera.settle("camera", of: Self.user, on: loop) { $0.status == .authorized }
            #expect(after.status == .authorized)
        }
    }

    @Test func `without a session, a bus or a store the permission is unsupported`() throws {
        guard let bus = try PrivateBus(for: #function) else { return }
        defer { bus.end() }
        let environments = [[:], ["XDG_RUNTIME_DIR": "/nowhere"], ["DBUS_SESSION_BUS_ADDRESS": bus.address]]
        for environment in environments {
            try onLoop { loop in
                let lane = PoolLane(loop: loop)
                let adapters = adapters(loop, lane, environment)
                let source = adapters.store(table: "devices", id: "camera", app: "")
                let reply = source.answer("camera", of: Self.user, on: loop)
                source.close()
                #expect(reply.status == .unsupported && reply.note?.contains("/") == false, "\(reply)")
                lane.close()
            }
        }
    }

    @Test func `a permission has its usual source by its name, and that of a store only in a session`() throws {
        let store = [
            "camera": "devices/camera", "microphone": "devices/microphone", "background": "background/background",
        ]
        let more = ["location.always": "location/location", "notifications": "notifications/notification"]
        try onLoop { loop in
            let lane = PoolLane(loop: loop)
            let inSession = adapters(loop, lane, ["XDG_RUNTIME_DIR": "/run/user/1000"])
            let inSystem = adapters(loop, lane, [:])
            for (name, entry) in store.merging(more, uniquingKeysWith: { $1 }) {
                let permission = try #require(Permission(name))
                #expect(inSession.usualOrigin(of: permission).map { "\($0)" } == "store " + entry)
                #expect(inSystem.usualOrigin(of: permission) == nil)
            }
            for adapters in [inSession, inSystem] {
                #expect(adapters.usualOrigin(of: .polkit("a.b")) == .polkit(action: "a.b"))
                #expect(adapters.usualOrigin(of: .motion) == nil)
            }
            lane.close()
        }
    }
}
