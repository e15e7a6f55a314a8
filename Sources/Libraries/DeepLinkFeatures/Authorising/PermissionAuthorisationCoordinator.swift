public import PermissionRules

/// Goes along while a ``PermissionAuthorisationController`` asks the user for permissions: explains, orders, skips and
/// cancels.
///
/// ```swift
/// final class Onboarding: PermissionAuthorisationCoordinator {
///     func willBegin(_ permissions: [Permission], answer: @escaping (AuthorisationOrder) -> Void) {
///         answer(.ask(permissions))
///     }
///     func willRequest(_ permission: Permission, answer: @escaping (AuthorisationChoice) -> Void) {
///         showCard(for: permission, ok: { answer(.request) }, later: { answer(.skip) }, cancel: { answer(.cancelAll) })
///     }
///     func didRequest(
///         _ permission: Permission, status: PermissionStatus, answer: @escaping (AuthorisationContinuation) -> Void
///     ) {
///         answer(.next)
///     }
///     func didComplete(_ authorisation: PermissionAuthorisation) { hideCards() }
/// }
/// ```
///
/// Every answer can be given at once or later, on the thread or actor of the dispatcher. The first one counts; what is
/// answered twice, or after the end, has no effect. An answer that never comes ends the whole after the controller's
/// patience.
public protocol PermissionAuthorisationCoordinator: AnyObject {
    /// The user is about to be asked for these permissions; the answer says in which order.
    func willBegin(_ permissions: [Permission], answer: @escaping (AuthorisationOrder) -> Void)

    /// The user is about to be asked for this permission.
    func willRequest(_ permission: Permission, answer: @escaping (AuthorisationChoice) -> Void)

    /// The same with what the feature uses the permission for, as it declares it; nil where it does not say.
    ///
    /// This one is called. By default it calls ``willRequest(_:answer:)``.
    func willRequest(_ permission: Permission, usage: String?, answer: @escaping (AuthorisationChoice) -> Void)

    /// The user was asked for this permission, and it has this status now.
    func didRequest(
        _ permission: Permission, status: PermissionStatus, answer: @escaping (AuthorisationContinuation) -> Void)

    /// It has ended; called exactly once for each controller that began, before its retry handler.
    func didComplete(_ authorisation: PermissionAuthorisation)
}

extension PermissionAuthorisationCoordinator {
    /// Calls ``willRequest(_:answer:)``.
    public func willRequest(
        _ permission: Permission, usage: String?, answer: @escaping (AuthorisationChoice) -> Void
    ) { willRequest(permission, answer: answer) }
}

/// What a coordinator wants at the beginning.
public enum AuthorisationOrder: Equatable, Sendable {
    /// Ask for these, in this order; those that are left out are skipped.
    case ask([Permission])
    /// Ask for none.
    case cancel
}

/// What a coordinator wants before the user is asked for a permission.
public enum AuthorisationChoice: Equatable, Sendable, CaseIterable {
    /// Ask the user.
    case request
    /// Leave this one out, and go on with the next: "Ask me later".
    case skip
    /// Leave this one out, and all after it.
    case cancelAll
}

/// What a coordinator wants after the user was asked for a permission.
public enum AuthorisationContinuation: Equatable, Sendable, CaseIterable {
    /// Go on with the next permission.
    case next
    /// Leave out all that are left.
    case cancel
}
