internal import DeepLinkFeatures
internal import HostSystem
internal import PermissionRules
internal import SystemBus

/// What a program has said of itself and of how it is asked.
struct PortalSettings: Sendable {
    let permissions: [Permission]
    /// *Shape*: the name of a desktop entry without its ending.
    let app: String?
    /// *Shape*: an address as D-Bus writes it; nil for that of the environment.
    let bus: String?
    let patience: Duration
    let window: @Sendable () -> String

    /// The interfaces of the portal that answer for the permissions.
    var portals: [DesktopPortal] { DesktopPortal.all.filter { permissions.contains($0.permission) } }

    /// The address of the session's bus; nil where there is none.
    var address: String? { bus ?? BusAddress.session(HostFacts.environment) }

    /// The same standing of all permissions.
    ///
    /// - Parameter reason: *shape*: a sentence without its full stop.
    func standings(_ status: PermissionStatus, _ reason: String) -> [Permission: PortalState.Standing] {
        Dictionary(permissions.map { ($0, PortalState.Standing(status: status, reason: reason)) }) { first, _ in first }
    }
}
