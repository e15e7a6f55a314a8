import DeepLinkFeatures
import DeepLinkPortal
import TestSupport
import Testing

/// The desktop's portal as what asks for the permissions of an embedded dispatcher.
@Suite(.serialized) struct PortalPermissionAdapterTests {
    private static let location = Permission.location(usage: .whenInUse)
    private static let asking: [(permission: Permission, interface: String)] = [
        (.camera, "Camera"), (location, "Location"), (.background, "Background"),
    ]

    /// Runs a test with a portal on a bus of its own; skips it where there is none.
    private func onStage(
        _ words: [String] = [], test: String = #function, _ body: (PrivateBus) async throws -> Void
    ) async throws {
        guard let bus = try PrivateBus(for: test) else { return }
        defer { bus.end() }
        guard try FakePortal.start(on: bus, for: test, words) else { return }
        try await body(bus)
    }

    private func ask(_ adapter: PortalPermissionAdapter, _ permission: Permission) throws -> PermissionStatus {
        try adapter.beginRequest(permission, for: .machine)
        #expect(PrivateBus.wait { !adapter.isAsking(permission, for: .machine) })
        return adapter.status(of: permission, for: .machine)
    }

    // MARK: Questions

    @Test(arguments: [
        ("granted", PermissionStatus.authorized, nil), ("denied", .denied, nil), ("moved", .authorized, nil),
        ("cancelled", .notDetermined, "the question ended without an answer"),
        ("silent", .notDetermined, "the person did not answer in time"),
        ("wrongSignal", .notDetermined, "the person did not answer in time"),
        ("wrongReply", .notDetermined, "the portal: its answer is of another type than expected"),
        ("failed", .notDetermined, "the portal: it answered org.freedesktop.portal.Error.Failed: no"),
        ("locked", .restricted, "the portal: it answered org.freedesktop.portal.Error.NotAllowed: no"),
        ("dead", .unsupported, "the portal ended while it asked"), ("forged", .denied, nil),
    ])
    func `what the portal answers is the status, and nothing else is a grant`(
        _ how: String, _ status: PermissionStatus, _ reason: String?
    ) async throws {
        try await onStage(Self.asking.map { $0.interface + "=" + how }) { bus in
            let isSilent = ["silent", "wrongSignal"].contains(how)
            let patience: Duration = isSilent ? .milliseconds(200) : .seconds(60)
            let adapter = PortalPermissionAdapter(bus: bus.address, patience: patience)
            await adapter.load()
            // A portal that ends can be asked once.
            for (permission, _) in how == "dead" ? Array(Self.asking.prefix(1)) : Self.asking {
                #expect(adapter.status(of: permission, for: .machine) == .notDetermined)
                let answer = try ask(adapter, permission)
                #expect(answer == status)
                #expect(adapter.reason(for: permission) == reason)
            }
            guard how != "dead" else { return }
            let calls = FakePortal.calls(on: bus)
            #expect(calls.count { $0 == "Request.Close" } == (isSilent ? Self.asking.count : 0))
            #expect(calls.count { $0 == "Session.Close" } == 1, "\(calls)")
        }
    }

    @Test func `a grant to run in the background counts only if the results say it, too`() async throws {
        try await onStage(["runs=no"]) { bus in
            let adapter = PortalPermissionAdapter(bus: bus.address)
            let answer = try ask(adapter, .background)
            #expect(answer == .denied)
        }
    }

    @Test func `two questions at once have each its own answer`() async throws {
        try await onStage(["Camera=moved", "Location=forged"]) { bus in
            let adapter = PortalPermissionAdapter(bus: bus.address)
            try adapter.beginRequest(.camera, for: .machine)
            try adapter.beginRequest(Self.location, for: .machine)
            // The same question is not put twice.
            try adapter.beginRequest(.camera, for: .machine)
            #expect(PrivateBus.wait { !Self.asking.contains { adapter.isAsking($0.permission, for: .machine) } })
            #expect(adapter.status(of: .camera, for: .machine) == .authorized)
            #expect(adapter.status(of: Self.location, for: .machine) == .denied)
            #expect(FakePortal.calls(on: bus).filter { $0.hasPrefix("Camera.") }.count == 1)
        }
    }

    @Test func `a bus that dies ends the question, and the permission is unknown`() async throws {
        try await onStage(["Camera=silent"]) { bus in
            let adapter = PortalPermissionAdapter(bus: bus.address)
            try adapter.beginRequest(.camera, for: .machine)
            #expect(PrivateBus.wait { FakePortal.calls(on: bus).contains { $0.hasPrefix("Camera.") } })
            bus.kill()
            #expect(PrivateBus.wait { !adapter.isAsking(.camera, for: .machine) })
            #expect(adapter.status(of: .camera, for: .machine) == .unknown)
            #expect(adapter.reason(for: .camera)?.contains("ended the connection") == true)
        }
    }

    // MARK: What is sent

    enum Downloads: ConditionalFeature {
        static let description = "Downloads"
        static let fetch = action(Fetch.self)
        static func constraints(requirements: FeatureConstraintsBuilder) {
            requirements.permission(.background, usage: "To finish your downloads")
            requirements.permission(.location(usage: .whenInUse), usage: "To find a near server")
        }
        static func prepare(actions: FeatureActionsBuilder) { actions.declare(fetch) }
    }

    enum Fetch: Action {
        static func perform(_ context: borrowing ActionContext<Self>, presenter: NoPresenter) {}
    }

    @Test func `a dispatcher's flow asks, with the window, and the sentence where it has a place`() async throws {
        try await onStage { bus in
            let adapter = PortalPermissionAdapter(app: "org.example.Files", bus: bus.address) { "x11:4A" }
            let dispatcher = try Dispatcher(Downloads.self, permissions: [adapter])
            #expect(dispatcher.status(of: Downloads.self).isAvailable != true)
            await adapter.load()
            let result = await dispatcher.permissionAuthorisationController(for: Downloads.self).authorise()
            #expect(result.end == .granted)
            #expect(dispatcher.status(of: Downloads.self).isAvailable == true)
            let calls = FakePortal.calls(on: bus)
            #expect(calls.first == "Registry.Register org.example.Files {}", "before any other call")
            let background = calls.first { $0.hasPrefix("Background.") } ?? ""
            #expect(background.hasPrefix("Background.RequestBackground x11:4A "))
            #expect(background.contains("To finish your downloads"))
            let start = calls.first { $0.hasPrefix("Location.Start") } ?? ""
            #expect(start.contains(" x11:4A ") && !start.contains("near server"))
        }
    }

    @Test func `a sentence that is too long for the portal is cut`() async throws {
        try await onStage { bus in
            let adapter = PortalPermissionAdapter(bus: bus.address)
            let usage = String(repeating: "x", count: 300)
            try adapter.request(.background, usage: usage, for: .machine) {}
            #expect(PrivateBus.wait { !adapter.isAsking(.background, for: .machine) })
            let call = FakePortal.calls(on: bus).first { $0.hasPrefix("Background.") } ?? ""
            #expect(call.count { $0 == "x" } == 256)
        }
    }

    // MARK: Statuses

    @Test func `what is missing is unsupported, and what is not of its kind is unknown`() async throws {
        let rows: [(word: String, statuses: [PermissionStatus], reason: String?)] = [
            (
                "Camera=none", [.unsupported, .notDetermined],
                "the desktop's portal has no org.freedesktop.portal.Camera"
            ),
            ("present=no", [.unsupported, .notDetermined], "the portal knows no camera"),
            ("Location=none", [.notDetermined, .unsupported], nil),
            ("version=text", [.unknown, .unknown], "the portal: its answer is of another type than expected"),
            ("Registry=none", [.notDetermined, .notDetermined], nil),
            (
                "Registry=failed", [.notDetermined, .notDetermined],
                "the portal does not take this program as org.example.Maps: it answered "
                    + "org.freedesktop.portal.Error.Failed: no entry"
            ),
        ]
        for row in rows {
            try await onStage([row.word]) { bus in
                let adapter = PortalPermissionAdapter(app: "org.example.Maps", bus: bus.address)
                await adapter.load()
                let statuses = [.camera, Self.location].map { adapter.status(of: $0, for: .machine) }
                #expect(statuses == row.statuses, "\(row.word)")
                #expect(adapter.reason(for: .camera) == row.reason, "\(row.word)")
            }
        }
    }

    @Test func `without a bus or a portal all is unsupported, and a portal that comes is looked at`() async throws {
        let absent = PortalPermissionAdapter(for: [.camera], bus: "unix:path=/nowhere/bus")
        await absent.load()
        #expect(absent.status(of: .camera, for: .machine) == .unsupported)
        #expect(absent.reason(for: .camera)?.contains("/nowhere/bus") == true)
        guard let bus = try PrivateBus(for: #function) else { return }
        defer { bus.end() }
        let adapter = PortalPermissionAdapter(for: [.camera, .microphone], bus: bus.address)
        await adapter.load()
        #expect(adapter.status(of: .camera, for: .machine) == .unsupported)
        #expect(adapter.reason(for: .camera) == "the desktop's portal does not run here")
        #expect(adapter.status(of: .microphone, for: .machine) == .unsupported)
        #expect(throws: PortalError.unaskable(.microphone)) { try adapter.beginRequest(.microphone, for: .machine) }
        guard try FakePortal.start(on: bus, for: #function) else { return }
        #expect(PrivateBus.wait { adapter.status(of: .camera, for: .machine) == .notDetermined })
    }

    @Test func `it answers for its own user, and does not ask for notifications`() async throws {
        try await onStage { bus in
            let adapter = PortalPermissionAdapter(bus: bus.address)
            await adapter.load()
            for subject: Subject in [.uid(4_000_000_000), .account("ann")] {
                #expect(adapter.status(of: .camera, for: subject) == .unsupported)
                #expect(throws: PortalError.unaskable(.camera)) { try adapter.beginRequest(.camera, for: subject) }
            }
            // There is no store, as in a sandbox.
            #expect(adapter.status(of: .notifications, for: .machine) == .unknown)
            #expect(throws: PortalError.self) { try adapter.beginRequest(.notifications, for: .machine) }
        }
    }

    @Test func `what the store keeps is the status after a restart, and a change is announced`() async throws {
        try await onStage { bus in
            guard try bus.startPermissionStore(for: #function) else { return }
            let app = "org.example.Maps"
            let before = PortalPermissionAdapter(app: app, bus: bus.address)
            let answer = try ask(before, Self.location)
            #expect(answer == .authorized, "the answer to this program")
            let entries: [(PermissionStatus, Permission, [String], String, String, String)] = [
                (.denied, Self.location, ["NONE", "0"], "location", "location", app),
                (.authorized, .camera, ["yes"], "devices", "camera", ""),
                (.denied, .background, ["no"], "background", "background", app),
                (.denied, .notifications, ["no"], "notifications", "notification", app),
            ]
            for (status, permission, values, table, id, owner) in entries {
                bus.store(values, table: table, id: id, app: owner)
                #expect(PrivateBus.wait { before.status(of: permission, for: .machine) == status }, "\(permission)")
            }
            // The camera's entry is that of all programs outside of sandboxes.
            bus.store(["no"], table: "devices", id: "camera", app: app)
            let after = PortalPermissionAdapter(app: app, bus: bus.address)
            await after.load()
            for (status, permission, _, _, _, _) in entries {
                #expect(after.status(of: permission, for: .machine) == status)
            }
            let other = PortalPermissionAdapter(app: "org.example.Other", bus: bus.address)
            await other.load()
            #expect(other.status(of: Self.location, for: .machine) == .notDetermined)
            #expect(other.status(of: .notifications, for: .machine) == .authorized, "until it is refused")
        }
    }

    @Test func `the connection ends with the adapter`() async throws {
        try await onStage { bus in
            func count() -> Int {
                let service = "org.freedesktop.DBus"
                let names = bus.call([service, "/org/freedesktop/DBus", service, "ListNames"]) ?? ""
                return names.ranges(of: ":1.").count
            }
            let before = count()
            var adapter: PortalPermissionAdapter? = PortalPermissionAdapter(bus: bus.address)
            await adapter?.load()
            #expect(count() == before + 1)
            adapter = nil
            #expect(PrivateBus.wait { count() == before })
        }
    }
}
