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
import PermissionWire
import PurchaseWire
import Routing

extension SetPurchase {
    /// The purchase; nil where the setting is to be cleared.
    ///
    /// *Throws*: where a state is no state, a number is below 0, or a cleared setting has one.
    fileprivate func purchase() throws(ParameterError) -> Purchase? {
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
struct SettingCalls: CallGroup {
    unowned let server: Server

    var handlers: [Handler] { [Handler(setPermission), Handler(setPurchase)] }

    /// Sets a permission, or clears its setting.
    private func setPermission(_ call: ServedCall<SetPermission>) throws(ParameterError) {
        guard server.snapshot.hasTable else { throw .noTable }
        guard let permission = Permission(call.request.permission) else {
            throw refusal(of: .permission, to: call.caller)
        }
        let status = call.request.status.map { PermissionStatus(rawValue: $0) ?? .unknown }
        guard status != .unknown else { throw .invalid(.status) }
        try set(
            .permission(permission), to: status.map(FactValue.permission), shown: status?.rawValue,
            subject: call.request.subject, by: call)
    }

    /// Sets what a subject has of a product, or clears the setting.
    private func setPurchase(_ call: ServedCall<SetPurchase>) throws(ParameterError) {
        let product = call.request.product
        guard server.snapshot.hasTable else { throw .noTable }
        guard server.snapshot.ruleset.catalogue.products.contains(where: { $0.id == product }) else {
            throw refusal(of: .product, to: call.caller)
        }
        let purchase = try call.request.purchase()
        if purchase?.state.entitles == true, server.callers.licensedOnly.contains(.purchase(product)) {
            // Refused for those alone who could set another product.
            _ = try server.callers.subject(call.request.subject, toSet: .purchase(product), for: call.caller)
            return call.reply(
                NotKept(
                    SetPurchase.interface, code: "purchase.licensedOnly",
                    reason:
                        "an issuer of the table grants the product \(product), so in a user's own daemon only a licence "
                        + "of it does: hand one in with `deeplinkctl licence ingest FILE`, or write `profile development` "
                        + "into the table to try it out"))
        }
        try set(
            .purchase(product), to: purchase.map(FactValue.purchase), shown: purchase?.state.rawValue,
            subject: call.request.subject, by: call)
    }

    /// Operators are told which parameter is wrong; for anyone else there is nothing of that name to set.
    private func refusal(of parameter: Parameter, to caller: Caller) -> ParameterError {
        server.callers.isOperator(caller) ? .invalid(parameter) : .notDelegated
    }

    private func set<Call: Method>(
        _ key: FactKey, to value: FactValue?, shown: String?, subject text: String?, by call: ServedCall<Call>
    ) throws(ParameterError) where Call.Answer == ChangeAnswer {
        let (caller, word) = (call.caller, shown ?? "source")
        let subject = try server.callers.subject(text, toSet: key, for: caller)
        server.log.notice(
            .factSet, ["fact": "\(key)", "to": word, "subject": "\(subject)", "uid": "\(caller.uid)"])
        server.facts.set(
            key, to: value, of: subject, by: Author(uid: server.user(of: caller), method: Call.name),
            isOperators: server.callers.isOperator(caller), then: call.reply(to:))
    }
}
