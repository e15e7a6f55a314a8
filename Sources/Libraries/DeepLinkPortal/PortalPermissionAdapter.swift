// Permissions by the desktop's portal, for a dispatcher inside a program.
//
//     status(of:for:)     from memory: what the portal's permission store has, else what the portal has answered
//     request(…)          a thread calls the portal → the portal asks the person → its Request sends Response → announce
//
// Memory is refreshed whenever the store tells of a change, a camera arrives or goes, and at the end of each question.

public import DeepLinkFeatures
internal import HostSystem

/// Asks the desktop's portal for permissions: for what the person has answered, and to ask the person.
///
/// ```swift
/// import DeepLinkFeatures
/// import DeepLinkPortal
///
/// let adapter = PortalPermissionAdapter(for: [.camera], app: "org.example.Photos")
/// let dispatcher = try Dispatcher(Photos.self, permissions: [adapter])
/// let controller = dispatcher.permissionAuthorisationController(for: Photos.self)
/// if await controller.authorise().end == .granted { takePicture() }
/// ```
///
/// | permission | status | question |
/// |---|---|---|
/// | `camera` | unsupported without a camera | `AccessCamera`; a program outside of a sandbox is asked about with all others |
/// | `location(usage: .whenInUse)` | | a session that ends with the answer |
/// | `background` | | `RequestBackground`, which shows what the feature uses the permission for |
/// | `notifications` | authorized until the desktop's settings refuse them | none: the portal does not ask |
///
/// All other permissions are unsupported, and so are those whose interface the portal lacks, and all where there is no
/// portal. Of these four, the question about `background` alone shows a text of the program; the portal words the others
/// itself.
///
/// In a sandbox a program cannot read what the person answered before. There a permission is not determined until the portal
/// was asked, and the portal answers without a question where it knows the answer. So does an old portal outside of
/// sandboxes, which grants `background` to each program there, and keeps no record.
///
/// It is about the user whose program this is: the subject `machine`, which a dispatcher has unless it is made with another,
/// or that user's. Nothing is connected before the first question. libsystemd is loaded then; without it all is
/// unsupported.
///
/// *Owner/thread*: any thread.
public final class PortalPermissionAdapter: RemotePermissionAdapter, Sendable {
    /// Those that a portal can answer for.
    public static let supported = DesktopPortal.all.map(\.permission)

    /// What evidence names as the source.
    public let name = "portal"
    /// The permissions it answers for.
    public let permissions: [Permission]
    private let settings: PortalSettings
    private let state = PortalState()

    /// Makes an adapter; nothing is asked before the first question.
    ///
    /// - Parameters:
    ///   - permissions: those that features require.
    ///   - app: the name of the program's desktop entry without its ending; nil for a program in a sandbox, which has its id.
    ///     A portal since 1.19 keeps the answers of a program outside of sandboxes by it.
    ///   - bus: the address of the session's bus; nil for that of the environment.
    ///   - patience: how long the person may take for an answer. Then the question is withdrawn.
    ///   - window: gives the handle of the program's window, `x11:4A` or `wayland:` with an exported one, on a thread of the
    ///     adapter; the portal shows its dialog in front of it.
    public init(
        for permissions: [Permission] = PortalPermissionAdapter.supported, app: String? = nil, bus: String? = nil,
        patience: Duration = .seconds(300), window: @escaping @Sendable () -> String = { "" }
    ) {
        self.permissions = permissions
        settings = PortalSettings(permissions: permissions, app: app, bus: bus, patience: patience, window: window)
    }

    deinit { state.close() }

    /// Takes a dispatcher's announcer.
    public func announceChanges(with announcer: FactAnnouncer) { state.announcers.add(announcer) }

    // MARK: Statuses

    /// What is known of a permission now; unknown until the portal was looked at.
    public func status(of permission: Permission, for subject: Subject) -> PermissionStatus {
        guard isOwn(subject), permissions.contains(permission) else { return .unsupported }
        run(nil)
        return state.standing(of: permission)?.status ?? .unknown
    }

    /// Why a permission is unsupported or unknown, or why the last question about it had no answer.
    ///
    /// It is a sentence for those who develop the program, without its full stop; nil where the status says all.
    public func reason(for permission: Permission) -> String? {
        state.failure(of: permission) ?? state.standing(of: permission)?.reason
    }

    /// Reads what the portal and its store have, and waits until it is read, or cannot be.
    public func load() async {
        await withCheckedContinuation { continuation in run(.load { continuation.resume() }) }
    }

    // MARK: Asking

    /// Asks the person; what the feature uses the permission for is shown where the portal takes a text.
    public func request(
        _ permission: Permission, usage: String?, for subject: Subject, completion: @escaping () -> Void
    ) throws {
        try beginRequest(permission, usage: usage, for: subject)
    }

    /// Begins to ask the person.
    public func beginRequest(_ permission: Permission, for subject: Subject) throws {
        try beginRequest(permission, usage: nil, for: subject)
    }

    private func beginRequest(_ permission: Permission, usage: String?, for subject: Subject) throws {
        let portal = DesktopPortal.all.first { $0.permission == permission }
        guard isOwn(subject), permissions.contains(permission), let portal, portal.isAsking else {
            throw PortalError.unaskable(permission)
        }
        guard !state.isAsking(permission) else { return }
        run(.ask(permission, usage: usage))
    }

    /// Whether the person is being asked.
    public func isAsking(_ permission: Permission, for subject: Subject) -> Bool { state.isAsking(permission) }

    private func isOwn(_ subject: Subject) -> Bool { [.machine, .uid(HostFacts.userID)].contains(subject) }

    private func run(_ order: PortalState.Order?) {
        guard state.order(order) else { return }
        do throws(LoopError) {
            try HostThread.start { [settings, state] in PortalThread.run(settings, state) }
        } catch {
            state.finish(settings.standings(.unknown, "\(error)"), reason: "\(error)")
        }
    }
}

/// A question that a ``PortalPermissionAdapter`` cannot put.
public enum PortalError: Error, Equatable, CustomStringConvertible {
    /// The portal does not ask for the permission, or not for that user.
    case unaskable(Permission)

    /// A sentence for those who develop the program.
    public var description: String {
        switch self {
        case .unaskable(let permission): "the desktop's portal does not ask for \(permission) here"
        }
    }
}
