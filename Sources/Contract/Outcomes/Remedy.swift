package import Varlink

/// One step that could lift a constraint, and who can take it.
package struct Remedy: Equatable, Sendable {
    /// What is to be done.
    package enum Kind: String, CaseIterable, Sendable, WireWord {
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

extension Remedy: WireObject {
    package static var typeName: String { "Remedy" }
    package static var typeComment: String { "One step that could lift a constraint." }
    package static var blank: Self { Self(kind: .wait, actor: .nobody) }

    package mutating func members(_ list: inout some MemberList) {
        list.member(
            "kind", &kind,
            """
            What is to be done: purchase, restorePurchases, updatePayment, resumeSubscription, requestPermissions,
            openSettings, contactAdministrator, contactVendor, enableToggle, enableRuntime, hideEntryPoint,
            upgradePlatform or wait. More may come; show the message for those you do not know.
            """)
        list.member("actor", &actor, "Who can do it.")
        list.member(
            "arguments", &arguments,
            "What it is to be done with, such as the products to buy or the permissions to ask for.")
        list.member(
            "withheldBecause", &withheldBecause,
            "The id of the constraint that must be met first. Do not offer a remedy that has this field.")
    }
}
