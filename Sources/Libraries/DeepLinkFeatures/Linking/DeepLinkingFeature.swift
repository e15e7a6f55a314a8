import Features

/// Opening links, itself a feature: it is on unless the program switches it off, and then no link is even looked at.
///
/// Every dispatcher has it, beside the program's own features and under none of them.
///
/// ```swift
/// switch dispatcher.request(DeepLinkingFeature.performIncomingURL) {
/// case .verified(let binding): show(try binding.perform(with: url, presenter: presenters))
/// case .refused(let refusal): explain(refusal)
/// }
/// ```
///
/// `dispatcher.open(url, presenters: presenters)` says the same in one call.
public enum DeepLinkingFeature: ConditionalFeature {
    /// `DeepLinking`.
    public static let name = Features.DeepLinkingFeature.name
    /// One sentence for people.
    public static let description = "Deep linking and app-URL handling"
    /// On; see ``Dispatcher/setRuntime(_:to:)``.
    public static let isEnabled: Bool? = true

    /// Takes a URL to the action that its route leads to, and performs it.
    public static let performIncomingURL = action(PerformIncomingURLAction.self)

    /// Requires that it is switched on.
    public static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.runtimeEnabled()
    }

    /// Declares the one action.
    public static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(performIncomingURL)
    }
}
