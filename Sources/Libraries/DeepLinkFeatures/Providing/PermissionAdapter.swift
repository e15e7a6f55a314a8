public import PermissionRules

/// Knows the status of permissions, and asks the user for them: a portal, a dialog of the program's own.
///
/// A dispatcher that is made with one asks it about its permissions, and
/// ``Dispatcher/setPermission(_:to:for:)`` cannot be used for these with that dispatcher.
public protocol PermissionAdapter: FactProvider {
    /// The permissions it answers for, always the same.
    var permissions: [Permission] { get }

    /// What is known of a permission now, from memory.
    ///
    /// ``PermissionStatus/unsupported`` stands for what cannot be asked for on this machine, ``PermissionStatus/unknown``
    /// for what is not known yet.
    func status(of permission: Permission, for subject: Subject) -> PermissionStatus

    /// Asks the user.
    ///
    /// A ``PermissionAuthorisationController`` calls it, for a permission whose status is
    /// ``PermissionStatus/notDetermined``.
    ///
    /// - Parameters:
    ///   - permission: what is asked for.
    ///   - subject: who is asked.
    ///   - completion: to be called on the thread or actor of the dispatcher when the user has answered, or will not;
    ///     ``status(of:for:)`` is then asked again. What is called twice, or too late, has no effect.
    /// - Throws: why the user cannot be asked; then the permission stays outstanding.
    func request(_ permission: Permission, for subject: Subject, completion: @escaping () -> Void) throws

    /// Asks the user, with what the feature uses the permission for; nil where it does not say.
    ///
    /// This one is called. By default it calls ``request(_:for:completion:)``.
    func request(
        _ permission: Permission, usage: String?, for subject: Subject, completion: @escaping () -> Void) throws
}

extension PermissionAdapter {
    /// Calls ``request(_:for:completion:)``.
    public func request(
        _ permission: Permission, usage: String?, for subject: Subject, completion: @escaping () -> Void
    ) throws { try request(permission, for: subject, completion: completion) }
}
