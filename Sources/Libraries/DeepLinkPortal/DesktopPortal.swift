internal import DeepLinkFeatures
internal import PermissionRules
internal import SystemBus

/// One interface of the desktop's portal that stands for a permission, and how it is asked.
///
/// Others are left out, since they cannot be asked honestly: a microphone has no interface for apps, that of screenshots takes
/// one when it is asked, and that of locations makes no difference between `whenInUse` and `always`.
///
/// *Source*: the interfaces of xdg-desktop-portal.
struct DesktopPortal: Sendable {
    /// How the person is asked.
    enum Question: Sendable {
        /// `AccessCamera(options)`.
        case access
        /// `CreateSession(options)`, and `Start(session, window, options)`: the session is closed after the answer.
        case session
        /// `RequestBackground(window, options)`, whose options take a sentence, and whose answer says in `background` what holds.
        case background
        /// There is no question: notifications are shown until the settings of the desktop refuse them.
        case none
    }

    /// The portal's name on the session's bus.
    static let service = "org.freedesktop.portal.Desktop"
    static let path = "/org/freedesktop/portal/desktop"
    /// The longest sentence that `RequestBackground` takes; it refuses a longer one.
    ///
    /// *Units*: Unicode scalars.
    static let reasonLimit = 256

    let permission: Permission
    let interface: String
    let question: Question
    /// Whether the portal keeps the answer by the id of a program outside of sandboxes; else by the empty one.
    let knowsHostPrograms: Bool

    /// Those that there are, in the order in which people read of them.
    static let all = [
        Self(
            permission: .camera, interface: "org.freedesktop.portal.Camera", question: .access,
            knowsHostPrograms: false),
        Self(
            permission: .location(usage: .whenInUse), interface: "org.freedesktop.portal.Location", question: .session,
            knowsHostPrograms: true),
        Self(
            permission: .background, interface: "org.freedesktop.portal.Background", question: .background,
            knowsHostPrograms: true),
        Self(
            permission: .notifications, interface: "org.freedesktop.portal.Notification", question: .none,
            knowsHostPrograms: true),
    ]

    /// Whether it asks people.
    var isAsking: Bool { if case .none = question { false } else { true } }

    /// The entry of the permission store where the portal keeps what people answer.
    var entry: (table: String, id: String)? {
        guard case .store(let table, let id, _)? = permission.usualOrigin else { return nil }
        return (table, id)
    }

    /// The call that asks; nil where nothing is asked.
    ///
    /// - Parameters:
    ///   - session: of a portal that has sessions.
    ///   - window: the handle of the program's window; empty where there is none.
    func call(token: String, session: String, window: String, usage: String?) -> BusCall? {
        var options: [(BusValue, BusValue)] = [(.string("handle_token"), .variant(.string(token)))]
        if case .background = question, let usage {
            let reason = String(String.UnicodeScalarView(usage.unicodeScalars.prefix(Self.reasonLimit)))
            options.append((.string("reason"), .variant(.string(reason))))
        }
        let dictionary = BusValue.entries(of: "sv", options)
        return switch question {
        case .access: self.call("AccessCamera", [dictionary])
        case .session: self.call("Start", [.objectPath(session), .string(window), dictionary])
        case .background: self.call("RequestBackground", [.string(window), dictionary])
        case .none: nil
        }
    }

    /// A call of the interface.
    func call(_ member: String, _ arguments: [BusValue]) -> BusCall {
        BusCall(Self.service, path: Self.path, interface: interface, member: member, arguments)
    }

    /// The call that reads a property of the interface.
    func property(_ name: String) -> BusCall {
        BusCall(
            Self.service, path: Self.path, interface: "org.freedesktop.DBus.Properties", member: "Get",
            [.string(interface), .string(name)])
    }

    /// What the answer to a question says; nil where it says nothing.
    ///
    /// - Parameter response: 0 for success, 1 where the person refuses, and 2 where the question ended otherwise.
    func status(response: Int64, results: BusValue) -> PermissionStatus? {
        if response == 1 { return .denied }
        guard response == 0 else { return nil }
        guard case .background = question else { return .authorized }
        guard case .variant(.boolean(let isAllowed))? = results["background"] else { return nil }
        return isAllowed ? .authorized : .denied
    }
}
