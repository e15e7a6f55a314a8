/// Collects the interceptors of one feature while a dispatcher is made.
///
/// ```swift
/// static func prepare(interceptors: FeatureInterceptorsBuilder) {
///     interceptors.guard(checkBedtime, of: Playback.self)
///     interceptors.replace(Playback.play, with: tracedPlay)
///     interceptors.observe(note)
/// }
/// ```
///
/// Each names an action that the feature declares in `prepare(actions:)`. Those of one kind act in the order in which the
/// features and their lines are declared. They act on links, and on actions that the program performs itself. An interceptor
/// never acts on what is performed inside of it, and none acts on its own feature.
public final class FeatureInterceptorsBuilder {
    /// One line.
    struct Declaration {
        /// What the action does around others.
        enum Role {
            case observer(of: [any FeatureDefinition.Type], InterceptorRoster.TellObserver)
            case `guard`(of: [any FeatureDefinition.Type], InterceptorRoster.AskGuard)
            case replacement(
                of: any ActionDefinition.Type, in: any FeatureDefinition.Type, InterceptorRoster.Replacement)
        }

        let feature: any FeatureDefinition.Type
        let action: any ActionDefinition.Type
        let role: Role
    }

    private(set) var declarations: [Declaration] = []

    // MARK: Observers

    /// Performs an action after each link and each performance; its errors and its result are ignored.
    ///
    /// It is the last thing that happens, and the caller waits for it: let it do little. A request is no performance.
    ///
    /// - Parameters:
    ///   - note: one of this feature's actions.
    ///   - features: whose actions it is about, with the features inside them; all, and links that reach none, unless given.
    public func observe<Binding: ActionBinding>(_ note: Binding, of features: any FeatureDefinition.Type...)
    where
        Binding.ActionType: Action, Binding.ActionType.Input == ObservedOutcome,
        Binding.ActionType.Presenter == NoPresenter
    {
        add(
            Binding.self,
            .observer(of: features) { dispatcher, subject, outcome in
                _ = try InterceptorRoster.performIfAvailable(
                    Binding.self, in: dispatcher, with: outcome, presenter: NoPresenter(), for: subject)
            })
    }

    // MARK: Guards

    /// Asks an action before each performance, once everything else is in order.
    ///
    /// The performance is refused with ``InterceptorRefusal`` if the guard refuses, throws an error, or takes more than 50 ms.
    /// A synchronous function cannot be interrupted, so its time is taken when it returns.
    ///
    /// - Parameters:
    ///   - check: one of this feature's actions.
    ///   - features: whose actions it is about, with the features inside them; all unless given.
    public func `guard`<Binding: ActionBinding>(_ check: Binding, of features: any FeatureDefinition.Type...)
    where
        Binding.ActionType: Action, Binding.ActionType.Input == GuardedAction,
        Binding.ActionType.Presenter == NoPresenter, Binding.ActionType.Output == GuardAnswer
    {
        add(
            Binding.self,
            .guard(of: features) { dispatcher, subject, action in
                try InterceptorRoster.performIfAvailable(
                    Binding.self, in: dispatcher, with: action, presenter: NoPresenter(), for: subject)
            })
    }

    // MARK: Replacements

    /// Performs an action in the place of another one, with its input and its presenter.
    ///
    /// The feature of the other action must be available all the same, and its binding is used up. If several lines replace
    /// one action, the first acts whose feature is available. A replacement can perform the other action itself: then the next
    /// line acts, and behind the last one the action.
    ///
    /// - Parameters:
    ///   - other: an action of another feature.
    ///   - action: one of this feature's actions, with the same types.
    public func replace<Other: ActionBinding, Binding: ActionBinding>(_ other: Other, with action: Binding)
    where
        Other.ActionType: Action, Binding.ActionType: Action,
        Binding.ActionType.Input == Other.ActionType.Input,
        Binding.ActionType.Presenter == Other.ActionType.Presenter,
        Binding.ActionType.Output == Other.ActionType.Output
    {
        let replacement = ImmediateReplacement<Other.ActionType> { dispatcher, subject, input, presenter in
            let result = try InterceptorRoster.performIfAvailable(
                Binding.self, in: dispatcher, with: input, presenter: presenter, for: subject)
            return result?.output
        }
        add(Binding.self, .replacement(of: Other.ActionType.self, in: Other.FeatureType.self, replacement))
    }

    /// Performs an action that may suspend in the place of another one, with its input and its presenter.
    ///
    /// The feature of the other action must be available all the same, and its binding is used up. If several lines replace
    /// one action, the first acts whose feature is available. A replacement can perform the other action itself: then the next
    /// line acts, and behind the last one the action.
    ///
    /// - Parameters:
    ///   - other: an action of another feature.
    ///   - action: one of this feature's actions, with the same types.
    public func replace<Other: ActionBinding, Binding: ActionBinding>(_ other: Other, with action: Binding)
    where
        Other.ActionType: AsyncAction, Binding.ActionType: AsyncAction,
        Binding.ActionType.Input == Other.ActionType.Input,
        Binding.ActionType.Presenter == Other.ActionType.Presenter,
        Binding.ActionType.Output == Other.ActionType.Output
    {
        let replacement = SuspendingReplacement<Other.ActionType> { dispatcher, subject, input, presenter in
            try await InterceptorRoster.performIfAvailable(
                Binding.self, in: dispatcher, with: input, presenter: presenter, for: subject)
        }
        add(Binding.self, .replacement(of: Other.ActionType.self, in: Other.FeatureType.self, replacement))
    }

    private func add<Binding: ActionBinding>(_ binding: Binding.Type, _ role: Declaration.Role) {
        declarations.append(
            Declaration(feature: Binding.FeatureType.self, action: Binding.ActionType.self, role: role))
    }
}
