/// What interceptors may know of a link.
struct LinkSight: Equatable, Sendable {
    /// In canonical form, without its secrets.
    var url: String?
    var route: String?
    /// The path of the feature.
    var feature: String?
    var action: String?
}

extension LinkSight {
    /// A link that is not looked at, because opening links is switched off.
    static var intake: Self {
        Self(feature: DeepLinkingFeature.name, action: PerformIncomingURLAction.name)
    }
}
