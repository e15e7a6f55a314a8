/// A feature with actions that stand around those of other features.
///
/// ```swift
/// extension Parental: InterceptingFeature {
///     static func prepare(interceptors: FeatureInterceptorsBuilder) {
///         interceptors.guard(checkBedtime, of: Playback.self)
///     }
/// }
/// ```
///
/// An interceptor is an action of its feature as any other, and the dispatcher verifies it each time. While its feature is not
/// available, the program works as if the interceptor were not declared.
public protocol InterceptingFeature: FeatureDefinition {
    /// Declares every interceptor; called once by each dispatcher that is made with the feature.
    static func prepare(interceptors: FeatureInterceptorsBuilder)
}
