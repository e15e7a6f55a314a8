/// A feature that is not always available, with the conditions under which it is.
///
/// ```swift
/// enum SmartPlaylists: ConditionalFeature {
///     static let description = "Playlists that follow the listener"
///     static let open = action(OpenPlaylist.self)
///
///     static func constraints(requirements: FeatureConstraintsBuilder) {
///         requirements.permission(.location(usage: .whenInUse))
///         requirements.purchase(premium)
///     }
///
///     static func prepare(actions: FeatureActionsBuilder) {
///         actions.declare(open)
///     }
/// }
/// ```
///
/// Its actions cannot be performed directly. Request one from a ``Dispatcher``, and perform the binding that you get:
///
/// ```swift
/// switch dispatcher.request(SmartPlaylists.open) {
/// case .verified(let binding): try binding.perform(with: "rock", presenter: screen)
/// case .refused(let refusal): print(refusal.message)
/// }
/// ```
///
/// `dispatcher.perform(SmartPlaylists.open, …)` does not compile: the feature might not be available now.
public protocol ConditionalFeature: FeatureDefinition where Availability == ConditionallyAvailable {
    /// The program's own switch, asked at each request where the feature requires
    /// ``FeatureConstraintsBuilder/runtimeEnabled()``; nil where it cannot be told yet. True unless you say otherwise.
    ///
    /// What it returns is never kept, so a computed property may look anything up that is quickly had.
    static var isEnabled: Bool? { get }

    /// Declares what the feature requires; called once by each dispatcher that is made with the feature.
    static func constraints(requirements: FeatureConstraintsBuilder)

    /// Declares every action; called once by each dispatcher that is made with the feature.
    ///
    /// An action that is not listed here cannot be requested: see ``FeatureActionsBuilder``.
    static func prepare(actions: FeatureActionsBuilder)
}

extension ConditionalFeature {
    /// On.
    public static var isEnabled: Bool? { true }

    /// Binds an action to this feature.
    public static func action<ActionType>(
        _ action: ActionType.Type
    ) -> ConditionalActionBinding<Self, ActionType> {
        ConditionalActionBinding()
    }
}
