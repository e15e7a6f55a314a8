/// The origin of a link: its route, feature and URL, beside its action and inputs.
package struct LinkOrigin: Sendable {
    /// nil where the action was named.
    package var route: String?
    /// The path of the feature that owns the action.
    package var feature: String
    /// *Shape*: canonical, masked where an input is secret; nil where the action was named.
    package var url: String?
    package var activationToken: String?

    /// Makes what is known of a link; nothing where there is none.
    package init(route: String? = nil, feature: String = "", url: String? = nil, activationToken: String? = nil) {
        (self.route, self.feature, self.url, self.activationToken) = (route, feature, url, activationToken)
    }
}
