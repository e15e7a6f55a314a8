/// A feature whose actions can be reached by links.
///
/// ```swift
/// extension SmartPlaylists: RoutedFeature {
///     static func routes(_ routes: FeatureRoutesBuilder) {
///         routes.send("/favourites/$(list:slug)", to: open) { route in
///             route.query("page:uint", default: "1")
///         }
///     }
/// }
/// ```
///
/// Which schemes and hosts the links belong to is the program's to say: see
/// ``Dispatcher/init(_:answering:rewriting:profile:on:purchases:permissions:toggles:subject:clock:)``.
/// A route never decides whether a feature is available: a link to one that is not is refused like any other request,
/// and never goes to a broader route instead.
public protocol RoutedFeature: FeatureDefinition {
    /// Declares every route; called once by each dispatcher that is made with the feature.
    static func routes(_ routes: FeatureRoutesBuilder)
}
