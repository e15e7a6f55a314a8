import Contract

/// The feature that guards the intake itself: with its runtime switch off, every URL is blocked before it is parsed.
///
/// It is compiled in and is no ancestor of the table's features. Its one action parses the URL; the parser requires a
/// verified binding of that action. An operator's call switches the feature on again, and no feature guards that call.
package enum DeepLinkingFeature {
    package static let name = "DeepLinking"
    package static let action = "performIncomingURL"
    /// What an operator of the daemon types to lift whatever keeps the intake closed.
    package static let commandToSwitchOn = "deeplinkctl runtime \(name) on"
    /// Where its switch stands while no operator has moved it.
    package static let isOnByDefault = true

    /// Its record in every catalogue.
    static let feature = Feature(
        path: name, name: name, parent: nil, description: "Deep linking and app-URL handling",
        constraints: [.runtime(byDefault: isOnByDefault)])

    /// The binding of its action, the same in every catalogue.
    package static let performIncomingURL = ActionBinding(feature: 0, action: 0)
}
