// The adapters of one daemon, and the two message buses that they ask by.
//
//     polkit      the system's bus      unix:path=/run/dbus/system_bus_socket, or DBUS_SYSTEM_BUS_ADDRESS
//     the store   the session's bus     DBUS_SESSION_BUS_ADDRESS, or XDG_RUNTIME_DIR/bus
//     devices     no bus
//
// Of these polkit alone can ask the person on behalf of another program (PolkitPermission+prompt.swift). The desktop portal
// cannot: the app of its dialogue, and of what it stores, is the program that holds the connection to the bus, and that
// would be the daemon. So a program asks the portal itself, and its `Answer` has the store looked at again. Two more of a
// desktop's switches are not read: rfkill says that a radio is off for all, which is no refusal; and the lockdown settings
// belong to the portal's backends, each with a name of its own, where an administrator's policy has one line for all.
//
// A table that needs no permission makes no source, and a source does nothing before its first question: then libsystemd is
// loaded, and the bus connected to. When the last source of a bus is closed, because a new table needs none, its connection
// is closed too.
//
// Any program may send a forged notice of change to this one alone, and that costs a question for each subject. So notices
// are passed on at most ten times a second.

internal import Contract
package import EventLoop
package import FactSources
package import Features
internal import HostSystem
import Links
internal import LoopedBus
package import PermissionRules
internal import SystemBus

/// Makes the sources that ask the system for permissions.
///
/// *Owner/thread*: the loop's thread. What is open is closed with the last source.
package final class PermissionAdapters {
    private static let pause: Duration = .milliseconds(100)

    private let loop: Loop
    private let callers: CallerProcesses
    private let lane: PoolLane
    private let deviceRoot: String
    private let userID: UInt32
    private let systemAddress: String
    private let sessionAddress: String?
    private var systemBus: BusConnection?
    private var sessionBus: BusConnection?
    private var polkit: PolkitAuthority?
    private var store: PermissionStore?
    private var polkitPermissions: [ObjectIdentifier: PolkitPermission] = [:]
    private var storePermissions: [ObjectIdentifier: StorePermission] = [:]
    /// What is to be announced once the pause is over.
    private var changed: [ObjectIdentifier: () -> Void] = [:]
    private var timer: Timer?

    /// Touches nothing yet.
    ///
    /// - Parameters:
    ///   - environment: names the buses.
    ///   - callers: the programs that polkit is asked about.
    ///   - deviceRoot: the folder that paths of devices begin at.
    package init(
        loop: Loop, environment: [String: String], callers: CallerProcesses, lane: PoolLane,
        userID: UInt32 = HostFacts.userID, deviceRoot: String = ""
    ) {
        (self.loop, self.callers, self.lane) = (loop, callers, lane)
        (self.userID, self.deviceRoot) = (userID, deviceRoot)
        (systemAddress, sessionAddress) = (BusAddress.system(environment), BusAddress.session(environment))
    }

    /// Where a permission is to be had that a table names no source for.
    ///
    /// Without a session there is no permission store, so what it would answer for has no source.
    package func usualOrigin(of permission: Permission) -> PermissionOrigin? {
        guard let origin = permission.usualOrigin else { return nil }
        if case .store = origin, sessionAddress == nil { return nil }
        return origin
    }

    /// The same for the key of any fact: nil for one that is no permission.
    package func usualOrigin(of key: FactKey) -> (any FactOrigin)? {
        key.kind == .permission ? Permission(key.name).flatMap(usualOrigin) : nil
    }

    /// The source of a permission; nil for an origin that no adapter is for.
    package func source(of origin: any FactOrigin) -> (any FactSource)? {
        switch origin as? PermissionOrigin {
        case .polkit(let action): polkit(action: action)
        case .store(let table, let id, let app): store(table: table, id: id, app: app)
        case .device(let path): device(path: path)
        case .place, .consent, nil: nil
        }
    }

    /// The source of a permission that polkit grants.
    func polkit(action: String) -> any FactSource {
        let authority =
            polkit
            ?? PolkitAuthority(bus: bus(of: systemAddress, &systemBus)) { [weak self] in
                self?.announcePolkit()
            }
        polkit = authority
        let source = PolkitPermission(action: action, authority: authority, callers: callers) { [weak self] in
            self?.forget($0)
        }
        polkitPermissions[ObjectIdentifier(source)] = source
        return source
    }

    /// The source of a permission that the session's permission store has.
    ///
    /// - Parameter app: the id of a sandboxed app; programs outside sandboxes have the empty one.
    func store(table: String, id: String, app: String = "") -> any FactSource {
        if store == nil, let sessionAddress {
            store = PermissionStore(bus: bus(of: sessionAddress, &sessionBus)) { [weak self] table, id in
                self?.announceStore(table, id)
            }
        }
        let source = StorePermission(table: table, id: id, app: app, userID: userID, store: store) { [weak self] in
            self?.forget($0)
        }
        storePermissions[ObjectIdentifier(source)] = source
        return source
    }

    /// The source of the right to use a device.
    func device(path: String) -> any FactSource {
        DevicePermission(path: path, root: deviceRoot, loop: loop, lane: lane)
    }

    /// The administrator's policy in a file.
    package func policy(at path: String) -> any FactRuling { PolicyFile(path: path, loop: loop, lane: lane) }

    // MARK: Buses

    private func bus(of address: String, _ bus: inout BusConnection?) -> BusConnection {
        if let bus { return bus }
        let made = BusConnection(loop: loop, address: address)
        made.onLoss { [weak self, weak made] in self?.didLose(made) }
        bus = made
        return made
    }

    private func didLose(_ bus: BusConnection?) {
        if bus === systemBus { announcePolkit() }
        if bus === sessionBus { for source in storePermissions.values { announce(source) } }
    }

    /// Forgets a source that was closed, and closes what no other source uses.
    private func forget(_ key: ObjectIdentifier) {
        (polkitPermissions[key], storePermissions[key]) = (nil, nil)
        if polkitPermissions.isEmpty {
            systemBus?.close()
            (systemBus, polkit) = (nil, nil)
        }
        if storePermissions.isEmpty {
            sessionBus?.close()
            (sessionBus, store) = (nil, nil)
        }
        guard polkitPermissions.isEmpty, storePermissions.isEmpty else { return }
        timer?.close()
        (timer, changed) = (nil, [:])
    }

    // MARK: Changes

    private func announcePolkit() {
        for source in polkitPermissions.values {
            announceLater(ObjectIdentifier(source)) { [weak source] in source?.announce() }
        }
    }

    private func announceStore(_ table: String, _ id: String) {
        for source in storePermissions.values where source.table == table && source.id == id { announce(source) }
    }

    private func announce(_ source: StorePermission) {
        let subject = Subject.uid(userID)
        announceLater(ObjectIdentifier(source)) { [weak source] in source?.onChange?(subject) }
    }

    /// The first of several changes is announced at once, and the others after the pause.
    private func announceLater(_ key: ObjectIdentifier, _ announcement: @escaping () -> Void) {
        // ignored: without a timer, answers expire after a second.
        if timer == nil { timer = try? Timer(loop: loop) { [weak self] in self?.announceAll() } }
        changed[key] = announcement
        guard timer?.isRunning != true else { return }
        announceAll()
    }

    private func announceAll() {
        guard !changed.isEmpty else { return }
        let announcements = changed.values
        changed = [:]
        timer?.start(after: Self.pause)
        for announcement in announcements { announcement() }
    }
}
