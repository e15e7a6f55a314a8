// What operators and granting groups set in the place of what sources say: permissions, and purchases of products.
//
//     caller                            `grants permission camera by group admins`     SetPermission camera
//     an operator                                                                      for anyone, the machine too
//     a member of the group admins                                                     for users and accounts
//     a delegate, or anyone else                                                       PermissionDenied
//
// Each change is a line of the log with the caller, the subject and the fact, and an entry of the ledger with the same.

import Contract
import Features
import Ledger
import Routing

/// What a call sets of a product, as its caller sent it.
struct PurchaseSetting {
    /// nil clears the setting.
    let state: String?
    let endsMs: Int64?
    let units: Int64?

    /// The purchase; nil where the setting is to be cleared.
    ///
    /// *Throws*: where a state is no state, a number is below 0, or a cleared setting has one.
    func purchase() throws(ParameterError) -> Purchase? {
        for (parameter, number) in [(Parameter.endsMs, endsMs), (.units, units)] {
            if let number, number < 0 || state == nil { throw .invalid(parameter) }
        }
        guard let state else { return nil }
        guard let state = PurchaseState(rawValue: state), state != .unknown else { throw .invalid(.state) }
        return Purchase(state, units: units.map { Int(clamping: $0) }, endsMs: endsMs)
    }
}

/// The calls that set permissions and purchases.
///
/// *Owner/thread*: the loop's thread.
struct SettingCalls {
    let server: Server

    /// Serves a request that sets a permission or a purchase; any other is not one of these calls.
    func serve(_ request: Request, _ caller: Caller, reply: @escaping (Reply) -> Void) throws(ParameterError) {
        if case .setPermission(let permission, let status, let subject) = request {
            try setPermission(permission, status, subject: subject, caller, reply: reply)
        } else if case .setPurchase(let product, let state, let endsMs, let units, let subject) = request {
            let purchase = PurchaseSetting(state: state, endsMs: endsMs, units: units)
            try setPurchase(of: product, to: purchase, subject: subject, caller, reply: reply)
        }
    }

    /// Sets a permission, or clears its setting.
    private func setPermission(
        _ name: String, _ status: String?, subject: String?, _ caller: Caller, reply: @escaping (Reply) -> Void
    ) throws(ParameterError) {
        guard server.snapshot.hasTable else { throw .noTable }
        guard let permission = Permission(name) else { throw refusal(of: .permission, to: caller) }
        let status = status.map { PermissionStatus(rawValue: $0) ?? .unknown }
        guard status != .unknown else { throw .invalid(.status) }
        try set(
            .permission(permission), to: status.map(FactValue.permission), shown: status?.rawValue, subject: subject,
            caller, by: .setPermission, reply: reply)
    }

    /// Sets what a subject has of a product, or clears the setting.
    private func setPurchase(
        of product: String, to setting: PurchaseSetting, subject: String?, _ caller: Caller,
        reply: @escaping (Reply) -> Void
    ) throws(ParameterError) {
        guard server.snapshot.hasTable else { throw .noTable }
        guard server.snapshot.ruleset.catalogue.products.contains(where: { $0.id == product }) else {
            throw refusal(of: .product, to: caller)
        }
        let purchase = try setting.purchase()
        if purchase?.state.entitles == true, server.callers.licensedOnly.contains(.purchase(product)) {
            // Refused for those alone who could set another product.
            _ = try server.callers.subject(subject, toSet: .purchase(product), for: caller)
            return reply(
                .notKept(
                    .purchases, code: "purchase.licensedOnly",
                    reason:
                        "an issuer of the table grants the product \(product), so in a user's own daemon only a licence "
                        + "of it does: hand one in with `deeplinkctl licence ingest FILE`, or write `profile development` "
                        + "into the table to try it out"))
        }
        try set(
            .purchase(product), to: purchase.map(FactValue.purchase), shown: purchase?.state.rawValue,
            subject: subject, caller, by: .setPurchase, reply: reply)
    }

    /// Operators are told which parameter is wrong; for anyone else there is nothing of that name to set.
    private func refusal(of parameter: Parameter, to caller: Caller) -> ParameterError {
        server.callers.isOperator(caller) ? .invalid(parameter) : .notDelegated
    }

    private func set(
        _ key: FactKey, to value: FactValue?, shown: String?, subject text: String?, _ caller: Caller,
        by method: Method, reply: @escaping (Reply) -> Void
    ) throws(ParameterError) {
        let subject = try server.callers.subject(text, toSet: key, for: caller)
        server.log.notice(
            .factSet, ["fact": "\(key)", "to": shown ?? "source", "subject": "\(subject)", "uid": "\(caller.uid)"])
        server.facts.set(
            key, to: value, of: subject, by: Author(uid: server.user(of: caller), method: method.name),
            isOperators: server.callers.isOperator(caller)
        ) { [server] in
            reply(ChangeCalls(server: server).reply(to: $0, of: method.interface, for: caller))
        }
    }
}
