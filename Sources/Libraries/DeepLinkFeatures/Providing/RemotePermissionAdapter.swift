public import Features
public import PermissionRules

/// A permission adapter whose users answer on another thread or in another process: a portal, the daemon.
///
/// The end of a question is announced, and the dispatcher then asks on its own thread whether it has ended. So nothing of a
/// dispatcher is called from elsewhere, and the adapter can be `Sendable`.
///
/// It works while the program awaits ``PermissionAuthorisationController/authorise()`` or reads ``Dispatcher/changes``; another
/// program calls ``Dispatcher/refresh()`` in its ``Dispatcher/setWakeUp(_:)``.
public protocol RemotePermissionAdapter: PermissionAdapter {
    /// Begins to ask the user.
    ///
    /// - Throws: why the user cannot be asked; then the permission stays outstanding.
    func beginRequest(_ permission: Permission, for subject: Subject) throws

    /// Whether the user is being asked; announce the change when that has ended.
    func isAsking(_ permission: Permission, for subject: Subject) -> Bool
}

extension RemotePermissionAdapter {
    /// Begins to ask the user; the completion is not called, since the end is announced.
    public func request(_ permission: Permission, for subject: Subject, completion: @escaping () -> Void) throws {
        try beginRequest(permission, for: subject)
    }
}
