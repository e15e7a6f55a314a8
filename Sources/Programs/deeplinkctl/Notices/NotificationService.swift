internal import Contract
internal import HostSystem
internal import SystemBus

/// The desktop's service for notifications, as this program uses it.
///
/// *Source*: Desktop Notifications Specification 1.2. *Owner/thread*: one thread.
final class NotificationService {
    /// A notification as the service gets it: all texts are plain.
    struct Notification {
        var appName: String
        var summary: String
        var body: String
        /// *Shape*: the id of a desktop entry, whose icon the desktop shows: the name of an icon that no theme has would be
        /// shown as a missing one.
        var entry: String
        /// Keys that the service sends back, with their labels.
        var buttons: [(key: String, label: String)] = []
        /// How long it stays; nil as long as the desktop shows others.
        var lifetime: Duration?
    }

    /// What happens to a notification that is shown.
    enum Event: Equatable {
        /// - Parameter token: what lets the app that is opened raise its window; nil where the desktop gives none.
        case pressed(key: String, token: String?)
        /// The person or the desktop closed it.
        case closed
        /// Another process serves its buttons from now on, or the service has ended.
        case lost
    }

    /// How long the service may take for an answer.
    static let patience: Duration = .seconds(5)
    private static let name = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"
    private static let busName = "org.freedesktop.DBus"
    /// RequestName: another process may take the name, this one takes it from another, and does not wait for it.
    private static let claimFlags: UInt32 = 1 | 2 | 4

    private let bus: BusClient
    /// The unique name of the service: only its signals count.
    private let owner: String
    /// Names this bus with this service: its numbers of notifications mean nothing to another one.
    let identity: String
    /// Whether it shows buttons.
    let showsButtons: Bool
    private let readsMarkup: Bool
    private var token: (id: UInt32, text: String)?
    private var claim: String?
    /// This process's own unique name.
    private var ownName: String?

    private static var soonNs: Int64 { HostClock.monotonicNs + patience.wholeNanoseconds }

    /// Connects to the session's service, which the bus starts if it does not run.
    ///
    /// *Throws*: if there is no bus or no service, or it does not answer in time.
    init(environment: [String: String]) throws(BusError) {
        bus = try Self.connect(environment)
        let endNs = Self.soonNs
        owner = try Self.owner(on: bus, until: endNs)
        let busID = try bus.call(bus: "GetId", until: endNs).first?.text ?? ""
        identity = busID + " " + owner
        let answer = try bus.call(
            BusCall(owner, path: Self.path, interface: Self.name, member: "GetCapabilities"), until: endNs)
        let capabilities = (answer.first?.elements ?? []).compactMap(\.text)
        (showsButtons, readsMarkup) = (capabilities.contains("actions"), capabilities.contains("body-markup"))
        try listen(until: endNs)
    }

    /// Whether there is a service, or the bus can start one; waits for the bus alone.
    static func isThere(environment: [String: String]) -> Bool {
        do throws(BusError) {
            let bus = try connect(environment)
            let endNs = HostClock.monotonicNs + 500_000_000
            if try bus.call(bus: "NameHasOwner", [.string(name)], until: endNs).first?.isTrue == true { return true }
            let names = try bus.call(bus: "ListActivatableNames", until: endNs).first?.elements ?? []
            return names.contains(.string(name))
        } catch {
            return false
        }
    }

    private static func connect(_ environment: [String: String]) throws(BusError) -> BusClient {
        guard let address = BusAddress.session(environment) else { throw .addressUnusable("") }
        return try BusClient(address: address)
    }

    private static func owner(on bus: BusClient, until endNs: Int64) throws(BusError) -> String {
        do throws(BusError) {
            return try bus.owner(of: name, until: endNs)
        } catch {
            guard error.isServiceMissing else { throw error }
            _ = try bus.call(bus: "StartServiceByName", [.string(name), .uint32(0)], until: endNs)
            return try bus.owner(of: name, until: endNs)
        }
    }

    private func listen(until endNs: Int64) throws(BusError) {
        for (member, types) in [("ActivationToken", "us"), ("ActionInvoked", "us"), ("NotificationClosed", "uu")] {
            try bus.listen(
                to: BusSignal(owner, path: Self.path, interface: Self.name, member: member, types: types), until: endNs)
        }
        for (member, types, first) in [("NameOwnerChanged", "sss", Self.name), ("NameLost", "s", nil)] {
            var signal = BusSignal(
                Self.busName, path: "/org/freedesktop/DBus", interface: Self.busName, member: member, types: types)
            signal.firstArgument = first
            try bus.listen(to: signal, until: endNs)
        }
    }

    // MARK: Showing

    /// Shows a notification, in the place of another one or as a new one, and returns its number.
    ///
    /// From now on this process serves its buttons; one that did before gets `lost`.
    ///
    /// - Parameter replaced: the number of the other one; 0 for a new one.
    func show(_ notification: Notification, replacing replaced: UInt32) throws(BusError) -> UInt32 {
        let body = readsMarkup ? Self.escaped(notification.body) : notification.body
        let buttons = showsButtons ? notification.buttons.flatMap { [$0.key, $0.label] } : []
        let hints: [(BusValue, BusValue)] = [
            (.string("desktop-entry"), .variant(.string(notification.entry))),
            (.string("urgency"), .variant(.byte(1))),
            (.string("category"), .variant(.string("x-deeplinkd.link"))),
            // The program replaces it when a button was pressed.
            (.string("resident"), .variant(.boolean(true))),
        ]
        let call = BusCall(
            owner, path: Self.path, interface: Self.name, member: "Notify",
            [
                .string(notification.appName), .uint32(replaced), .string(""), .string(notification.summary),
                .string(body), .array(buttons.map(BusValue.string), of: "s"), .entries(of: "sv", hints),
                .int32(Int32(clamping: notification.lifetime.map { max(1, $0.wholeMilliseconds) } ?? -1)),
            ])
        guard case .uint32(let id)? = try bus.call(call, until: Self.soonNs).first, id != 0 else { throw .unreadable }
        // What was sent before the answer is about the one that was replaced.
        bus.forgetSignals(of: owner)
        token = nil
        if !notification.buttons.isEmpty { try claim("io.deeplinkd.Notices.N\(id)") }
        return id
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    /// Removes a notification.
    func close(_ id: UInt32) {
        let call = BusCall(
            owner, path: Self.path, interface: Self.name, member: "CloseNotification", [.uint32(id)])
        // ignored: a service that does not answer shows nothing either.
        _ = try? bus.call(call, until: Self.soonNs)
    }

    // MARK: One process for one thing

    /// Takes a name of the bus: the process that had it gets `NameLost`.
    private func claim(_ name: String) throws(BusError) {
        guard claim != name else { return }
        let endNs = Self.soonNs
        claim = name
        _ = try bus.call(bus: "RequestName", [.string(name), .uint32(Self.claimFlags)], until: endNs)
        if ownName == nil { ownName = try bus.owner(of: name, until: endNs) }
    }

    /// Waits until a time as the process whose notification is next; false if another process is that now.
    func awaitTurn(until endNs: Int64) throws(BusError) -> Bool {
        try claim("io.deeplinkd.Notices.Next")
        while let received = try bus.nextSignal(until: endNs) { if isLoss(received) { return false } }
        return true
    }

    private func isLoss(_ received: BusClient.Received) -> Bool {
        switch received.signal.member {
        case "NameLost": received.values.first?.text == claim
        case "NameOwnerChanged": true
        default: false
        }
    }

    // MARK: Events

    /// Waits for the next event of a notification; nil at the time.
    func nextEvent(of id: UInt32, until endNs: Int64) throws(BusError) -> Event? {
        while let received = try bus.nextSignal(until: endNs) {
            if isLoss(received) { return .lost }
            guard received.signal.service == owner, received.values.first == .uint32(id) else { continue }
            switch (received.signal.member, received.values[1]) {
            case ("ActivationToken", .string(let text)): token = (id, text)
            case ("ActionInvoked", .string(let key)):
                defer { token = nil }
                return .pressed(key: key, token: token?.text)
            case ("NotificationClosed", _): return .closed
            default: continue
            }
        }
        return nil
    }

    /// Whether another process serves the buttons by now.
    func isLost() throws(BusError) -> Bool {
        guard let claim else { return false }
        return try bus.owner(of: claim, until: Self.soonNs) != ownName
    }
}
