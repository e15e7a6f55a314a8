/// Asks the user for the permissions of one feature, one after the other.
///
/// ```swift
/// controller = dispatcher.permissionAuthorisationController(for: PhotoAttachments.self, using: onboarding)
/// controller?.begin(retryHandler: { [weak self] in self?.selectPhoto() })
/// ```
///
/// Keep it until it has ended: its release is a cancellation. It belongs to the thread or actor of its dispatcher.
public final class PermissionAuthorisationController {
    private let flow: AuthorisationFlow
    private let signal: ChangeSignal

    init(_ flow: AuthorisationFlow, _ signal: ChangeSignal) { (self.flow, self.signal) = (flow, signal) }

    deinit { flow.cancel() }

    /// How it has ended; nil before its end.
    public var result: PermissionAuthorisation? { flow.result }

    /// Begins to ask for the permissions that the user has not been asked for yet; another controller of the same dispatcher
    /// and subject that has not ended is superseded.
    ///
    /// They are the feature's ``FeaturePermissions/requestable`` ones: of several of which one is enough it asks for one, and
    /// after a no another controller asks for the next.
    ///
    /// If there is no such permission, it ends at once, as granted.
    ///
    /// - Parameter retryHandler: called at the end if every permission was granted, and only then, once: what the user wanted
    ///   to do in the first place. It asks for its action anew.
    /// - Returns: false, without effect, if it has begun before.
    @discardableResult
    public func begin(retryHandler: (() -> Void)? = nil) -> Bool { flow.begin(retry: retryHandler) }

    /// Begins, unless it has begun, and waits for the end; it runs where the caller runs.
    ///
    /// ```swift
    /// if await controller.authorise().end == .granted { selectPhoto() }
    /// ```
    ///
    /// A cancelled task cancels it.
    nonisolated(nonsending) public func authorise() async -> PermissionAuthorisation {
        flow.begin(retry: nil)
        while true {
            let seen = signal.count
            // After the count, so that an answer that comes between the two ends the wait.
            flow.expireIfDue()
            if let result = flow.result { return result }
            if await signal.wait(after: seen, atMost: flow.timeToDeadline) == .cancelled { flow.cancel() }
        }
    }

    /// Ends it: the permissions that were granted stay granted.
    ///
    /// Without effect before its begin and after its end.
    public func cancel() { flow.cancel() }
}

extension Dispatcher {
    /// Makes what asks the user for the permissions of a feature.
    ///
    /// The dispatcher's ``PermissionAdapter``s ask. A permission without an adapter is asked for by the coordinator itself,
    /// which records the answer with ``setPermission(_:to:for:)`` before it says `request`.
    ///
    /// - Parameters:
    ///   - feature: the feature that the user wants to use.
    ///   - coordinator: explains, orders and skips; it is not kept, and its release is a cancellation. With nil the user is
    ///     asked at once, in the order of declaration.
    ///   - subject: who is asked; the dispatcher's own unless given.
    ///   - patience: how long each answer may take. A program that does not ``refresh()``, read ``changes`` or await
    ///     ``PermissionAuthorisationController/authorise()`` lets no time pass.
    public func permissionAuthorisationController<FeatureType: ConditionalFeature>(
        for feature: FeatureType.Type, using coordinator: (any PermissionAuthorisationCoordinator)? = nil,
        for subject: Subject? = nil, patience: Duration = .seconds(300)
    ) -> PermissionAuthorisationController {
        PermissionAuthorisationController(
            AuthorisationFlow(of: feature, subject ?? self.subject, coordinator, patience, in: self), signal)
    }
}

extension ConditionalFeature {
    /// Makes what asks the user for the permissions of this feature: the same as
    /// ``Dispatcher/permissionAuthorisationController(for:using:for:patience:)``.
    public static func permissionAuthorisationController(
        using coordinator: (any PermissionAuthorisationCoordinator)? = nil, in dispatcher: Dispatcher
    ) -> PermissionAuthorisationController {
        dispatcher.permissionAuthorisationController(for: Self.self, using: coordinator)
    }
}
