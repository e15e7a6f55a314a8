/// The input of an observer: what became of a link, or of an action that the program performed itself.
///
/// It has no value of the action's input, and what is secret in the link reads `***`.
public struct ObservedOutcome: Equatable, Sendable {
    /// A stable code that programs can switch on, as `ok.performed`, `blocked.toggle.off` or `rejected.route.notFound`.
    ///
    /// It is `failed.exit` if the action threw an error, and `failed.channel.noSubscriber` if nothing was there to show its
    /// result.
    public let code: String
    /// The path of the feature; nil for a link that reached none.
    public let feature: String?
    /// The name of the action in its feature.
    public let action: String?
    /// The link in canonical form, without its secrets; nil if there was none, or none that could be read.
    public let url: String?
    /// The name of the route that took the link.
    public let route: String?
}
