/// One step that could lift a constraint, and who can take it.
package struct Remedy: Equatable, Sendable {
    /// What is to be done.
    package enum Kind: String, CaseIterable, Sendable {
        case purchase
        case restorePurchases
        case updatePayment
        case resumeSubscription
        case requestPermissions
        case openSettings
        case contactAdministrator
        case contactVendor
        case enableToggle
        case enableRuntime
        case hideEntryPoint
        case upgradePlatform
        case wait
    }

    package var kind: Kind
    package var actor: Actor
    package var arguments: [Value.Member]
    /// The id of the constraint that must be met first; nil where the remedy is offered now.
    package var withheldBecause: String?

    package init(kind: Kind, actor: Actor, arguments: [Value.Member] = [], withheldBecause: String? = nil) {
        self.kind = kind
        self.actor = actor
        self.arguments = arguments
        self.withheldBecause = withheldBecause
    }
}
