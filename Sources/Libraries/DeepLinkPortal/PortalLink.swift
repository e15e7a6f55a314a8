internal import Contract
internal import DeepLinkFeatures
internal import HostSystem
internal import PermissionRules
internal import SystemBus

/// A connection to the portal and to its permission store.
///
/// *Owner/thread*: one thread.
final class PortalLink {
    /// The names of the two services.
    static let services = [DesktopPortal.service, PermissionStoreCalls.service]
    /// How long a call may take that is not a question to the person.
    private static let answerTime: Duration = .seconds(10)
    private static let registry = "org.freedesktop.host.portal.Registry"

    let bus: BusClient
    private let app: String?
    /// This connection's own unique name, as paths have it.
    private let ownName: String
    /// The portal's unique name: only its signals count.
    private var portal: String?
    private var store: String?
    private var attached: [BusSignal] = []
    /// Why the portal does not take this program as the app it says it is.
    private var registryFailure: String?

    /// The end of a call that begins now.
    var soonNs: Int64 { HostClock.monotonicNs + Self.answerTime.wholeNanoseconds }

    /// Whether the portal runs.
    var hasPortal: Bool { portal != nil }

    /// Whether a connection is the one that has a service's name as far as is known; nil for none.
    func isKnown(_ owner: String?, of service: String) -> Bool {
        owner == (service == DesktopPortal.service ? portal : store)
    }

    /// Connects.
    init(address: String, app: String?) throws(BusError) {
        self.app = app
        let endNs = HostClock.monotonicNs + Self.answerTime.wholeNanoseconds
        bus = try BusClient(address: address)
        ownName = String(try bus.uniqueName(until: endNs).dropFirst().map { $0 == "." ? "_" : $0 })
        for service in Self.services {
            var change = BusSignal(
                BusCall.bus, path: "/org/freedesktop/DBus", interface: BusCall.bus, member: "NameOwnerChanged",
                types: "sss")
            change.firstArgument = service
            try bus.listen(to: change, until: endNs)
        }
    }

    /// Finds the two services, says which app this is, and listens to their changes.
    func attach(startingServices: Bool) throws(BusError) {
        for signal in attached { try bus.ignore(signal, until: soonNs) }
        attached = []
        let former = portal
        portal = try owner(of: DesktopPortal.service, starting: startingServices)
        store = try owner(of: PermissionStoreCalls.service, starting: startingServices)
        if let portal {
            if portal != former { try register() }
            try listen(
                to: BusSignal(
                    portal, path: DesktopPortal.path, interface: "org.freedesktop.DBus.Properties",
                    member: "PropertiesChanged", types: "sa{sv}as"))
        }
        if let store { try listen(to: PermissionStoreCalls.change(of: store)) }
    }

    private func listen(to signal: BusSignal) throws(BusError) {
        attached.append(signal)
        try bus.listen(to: signal, until: soonNs)
    }

    /// The unique name of a service; nil where it does not run, and does not start.
    private func owner(of service: String, starting: Bool) throws(BusError) -> String? {
        do throws(BusError) {
            return try bus.owner(of: service, until: soonNs)
        } catch {
            guard case .refused = error else { throw error }
        }
        guard starting else { return nil }
        do throws(BusError) {
            _ = try bus.call(bus: "StartServiceByName", [.string(service), .uint32(0)], until: soonNs)
            return try bus.owner(of: service, until: soonNs)
        } catch {
            guard case .refused = error else { throw error }
            return nil
        }
    }

    /// Says which app this is, before anything else is asked of the portal.
    private func register() throws(BusError) {
        registryFailure = nil
        guard let app else { return }
        let call = BusCall(
            DesktopPortal.service, path: DesktopPortal.path, interface: Self.registry, member: "Register",
            [.string(app), .entries(of: "sv", [])])
        do throws(BusError) {
            _ = try bus.call(call, until: soonNs)
        } catch {
            guard case .refused(let name, _, _) = error else { throw error }
            // A portal before 1.19 takes the id from the program's unit or sandbox.
            if Self.isMissing(name) { return }
            registryFailure = "the portal does not take this program as \(app): \(error)"
        }
    }

    /// Whether an error says that there is no such interface.
    private static func isMissing(_ name: String) -> Bool {
        ["UnknownMethod", "UnknownInterface", "UnknownObject", "UnknownProperty", "InvalidArgs"].contains {
            name == "org.freedesktop.DBus.Error." + $0
        }
    }

    // MARK: What is known

    /// What is known of a portal's permission.
    ///
    /// - Parameter answer: what the portal has answered to this program.
    ///
    /// *Throws*: `lost`.
    func standing(
        of portal: DesktopPortal, answer: PermissionStatus?
    ) throws(BusError) -> PortalState.Standing {
        do throws(BusError) {
            if let reason = try absence(of: portal) { return .init(status: .unsupported, reason: reason) }
            guard let stored = try stored(of: portal) else {
                if case .none = portal.question {
                    return .init(status: .unknown, reason: "the permission store cannot be read")
                }
                return .init(status: answer ?? .notDetermined, reason: registryFailure)
            }
            if case .none = portal.question {
                return .init(status: stored == .denied ? .denied : .authorized)
            }
            return .init(status: stored == .notDetermined ? answer ?? stored : stored, reason: registryFailure)
        } catch {
            if case .lost = error { throw error }
            return .init(status: .unknown, reason: "the portal: \(error)")
        }
    }

    /// Why the permission is not supported here; nil where it is.
    private func absence(of portal: DesktopPortal) throws(BusError) -> String? {
        guard hasPortal else { return "the desktop's portal does not run here" }
        do throws(BusError) {
            guard try value(of: "version", portal).number != nil else { throw .unreadable }
            if case .access = portal.question {
                guard let isThere = try value(of: "IsCameraPresent", portal).isTrue else { throw .unreadable }
                if !isThere { return "the portal knows no camera" }
            }
            return nil
        } catch {
            guard case .refused(let name, _, _) = error, Self.isMissing(name) else { throw error }
            return "the desktop's portal has no \(portal.interface)"
        }
    }

    private func value(of property: String, _ portal: DesktopPortal) throws(BusError) -> BusValue {
        guard case .variant(let value)? = try bus.call(portal.property(property), until: soonNs).first else {
            throw .unreadable
        }
        return value
    }

    /// What the store has of this program; nil where it cannot be read.
    private func stored(of portal: DesktopPortal) throws(BusError) -> PermissionStatus? {
        guard store != nil, let entry = portal.entry else { return nil }
        let answer: Result<[BusValue], BusError>
        do throws(BusError) {
            answer = .success(try bus.call(PermissionStoreCalls.lookUp(entry.id, in: entry.table), until: soonNs))
        } catch {
            answer = .failure(error)
        }
        let id = portal.knowsHostPrograms ? app ?? "" : ""
        switch PermissionStoreCalls.values(in: answer, of: id) {
        case .success(let values): return PermissionStatus(stored: values, in: entry.table)
        // In a sandbox, the store is out of reach.
        case .failure(.refused): return nil
        case .failure(let error): throw error
        }
    }

    // MARK: Questions

    /// The object that stands for a question.
    func requestPath(_ token: String) -> String { DesktopPortal.path + "/request/" + ownName + "/" + token }

    /// The signal of a question's answer.
    ///
    /// *Throws*: `refused`, as by the bus, where there is no portal.
    func answer(at path: String) throws(BusError) -> BusSignal {
        guard let portal else {
            throw .refused(name: "org.freedesktop.DBus.Error.ServiceUnknown", text: "it does not run", byBus: true)
        }
        return BusSignal(
            portal, path: path, interface: "org.freedesktop.portal.Request", member: "Response", types: "ua{sv}")
    }

    /// Opens a session of a portal that has them, and returns its object.
    func openSession(_ portal: DesktopPortal, _ token: String) throws(BusError) -> String {
        try path(
            by: portal.call(
                "CreateSession",
                [.entries(of: "sv", [(.string("session_handle_token"), .variant(.string(token)))])]))
    }

    /// Makes a call whose answer is an object.
    func path(by call: BusCall) throws(BusError) -> String {
        guard case .objectPath(let path)? = try bus.call(call, until: soonNs).first else { throw .unreadable }
        return path
    }

    /// Ends a question or a session.
    func close(_ path: String, _ interface: String) throws(BusError) {
        do throws(BusError) {
            _ = try bus.call(
                BusCall(DesktopPortal.service, path: path, interface: interface, member: "Close"), until: soonNs)
        } catch {
            // One that has ended, or a portal that has, has nothing to close.
            if case .lost = error { throw error }
        }
    }
}
