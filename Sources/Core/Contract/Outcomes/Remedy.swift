/// One step that could lift a constraint, and who can take it.
package struct Remedy: WireObject, Equatable {
    /// What is to be done.
    package enum Kind: String, CaseIterable, Sendable, WireWord {
        case purchase
        case restorePurchases
        case updatePayment
        case resumeSubscription
        case requestPermissions
        case confirm
        case openSettings
        case contactAdministrator
        case contactVendor
        case enableToggle
        case enableRuntime
        case hideEntryPoint
        case upgradePlatform
        case installProgram
        case wait
    }

    package static let typeComment = "One step that could lift a constraint."

    package var kind = Kind.wait
    package var actor = Actor.nobody
    /// One sentence for people: who can do what.
    package var message = ""
    package var arguments: [Value.Member] = []
    /// nil where the remedy is offered now.
    package var withheldBecause: String?

    package init() {}

    /// Makes a remedy that is offered now.
    package init(kind: Kind, actor: Actor, message: String = "", arguments: [Value.Member] = []) {
        (self.kind, self.actor, self.message, self.arguments) = (kind, actor, message, arguments)
    }

    /// The object of that name; nil where it has none.
    package func argument(_ name: String) -> Value? { arguments.first { $0.name == name }?.value }

    /// Puts another value in the place of one that it has.
    package mutating func replace(_ name: String, by value: Value) {
        guard let place = arguments.firstIndex(where: { $0.name == name }) else { return }
        arguments[place] = .init(name, value)
    }

    package mutating func members(_ list: inout some MemberList) {
        list.member(
            "kind", &kind,
            """
            What is to be done: purchase, restorePurchases, updatePayment, resumeSubscription, requestPermissions, confirm,
            openSettings, contactAdministrator, contactVendor, enableToggle, enableRuntime, hideEntryPoint,
            upgradePlatform, installProgram or wait. More may come; show the message for those you do not know.
            """)
        list.member("actor", &actor, "Who can do it.")
        list.member(
            "message", &message, .leniently, "Who can do what, as one sentence for people. Do not parse it.")
        list.member("arguments", &arguments, "Its objects, such as the products to buy or the permissions to ask for.")
        list.member(
            "withheldBecause", &withheldBecause,
            "The id of the constraint that must be met first. Do not offer a remedy that has this field.")
    }
}
