// The calls of io.deeplinkd.Purchases: whose licences and trials they are about, and what a caller is told of.

import Contract
import FactSources
import Features
import Ledger
import PurchaseRules
import PurchaseWire
import Routing
import Serving

/// Licences and trials as calls use them.
///
/// *Owner/thread*: the loop's thread.
package struct PurchaseCalls {
    unowned let server: Server
    let desk: LicenceDesk
    let watches: WatchList<WatchedPurchases>

    private var callers: CallerRules { server.callers }
    private var ruleset: Ruleset { server.snapshot.ruleset }

    /// Those of io.deeplinkd.Purchases.
    var handlers: [Handler] {
        [
            Handler(ingest), Handler(listProducts), Handler(status), Handler(restore), Handler(watch),
            Handler(startTrial), Handler(setPurchase), Handler(reservations), Handler(decide),
        ]
    }

    /// Takes licences for the caller, or for the subject that it names.
    private func ingest(_ call: ServedCall<IngestLicences>) throws(ParameterError) {
        let subject = try callers.subject(call.request.subject, for: call.caller) ?? call.caller.subject
        desk.ingest(call.request.items, for: subject, by: server.audit.author(of: call)) { result in
            switch result {
            case .failure(let refusal): call.reply(self.reply(to: refusal, for: call.caller))
            case .success(let items):
                let kept = items.count { $0.result != .rejected }
                server.log.notice(
                    "licences",
                    [
                        "uid": "\(call.caller.uid)", "subject": "\(subject)", "kept": "\(kept)",
                        "rejected": "\(items.count - kept)",
                    ])
                call.reply(
                    IngestReport {
                        $0.items = items
                        $0.stateRevision = server.snapshot.store.revision(of: subject).description
                    })
            }
        }
    }

    /// Verifies the licences of the caller, or of the subject that it names, once more.
    private func restore(_ call: ServedCall<RestoreLicences>) throws(ParameterError) {
        let subject = try callers.subject(call.request.subject, for: call.caller) ?? call.caller.subject
        let languages = try LanguageList.read(call.request.languages)
        desk.restore(subject, for: server.user(of: call.caller)) { result in
            switch result {
            case .failure(let refusal): call.reply(self.reply(to: refusal, for: call.caller))
            case .success(var report):
                report.purchases = desk.reports(on: products(for: call.caller), for: subject, languages)
                call.reply(report)
            }
        }
    }

    /// Starts the trial of a product.
    ///
    /// A user has one for ever, so a delegate, which could use up those of all users, does not start it. An account has no
    /// connection of its own: its delegate starts it.
    private func startTrial(_ call: ServedCall<StartTrial>) throws(ParameterError) {
        let subject = try callers.subject(call.request.subject, for: call.caller) ?? call.caller.subject
        if case .uid = subject, subject != call.caller.subject, !callers.isOperator(call.caller) { throw .notDelegated }
        let product = try product(named: call.request.product, for: call.caller)
        desk.startTrial(of: product, for: subject, by: server.audit.author(of: call)) { result in
            switch result {
            case .failure(let refusal): call.reply(self.reply(to: refusal, for: call.caller))
            case .success(let report):
                server.log.notice(
                    "trial started", ["uid": "\(call.caller.uid)", "subject": "\(subject)", "product": product.id])
                call.reply(report)
            }
        }
    }

    /// Tells what a subject has of each product, or of one.
    private func status(_ call: ServedCall<GetPurchases>) throws(ParameterError) {
        let subject = try callers.subject(call.request.subject, for: call.caller) ?? call.caller.subject
        if let name = call.request.product { _ = try product(named: name, for: call.caller) }
        let languages = try LanguageList.read(call.request.languages)
        let features = ruleset.catalogue.features.indices
        server.facts.gathering.whenReady(features, for: subject) {
            let products = products(for: call.caller).filter {
                call.request.product == nil || $0.id == call.request.product
            }
            call.reply(PurchasesReport { $0.purchases = desk.reports(on: products, for: subject, languages) })
        }
    }

    /// Reports what a subject has of each product, and then what changes.
    private func watch(_ call: ServedCall<WatchPurchases>) throws(ParameterError) {
        let subject = try callers.subject(call.request.subject, for: call.caller)
        watches.add(call.session, of: subject, try LanguageList.read(call.request.languages))
    }

    /// The products that a caller is told of: those that only hidden features require are for operators.
    func products(for caller: Caller) -> [Product] { ruleset.catalogue.products(for: server.sight(of: caller)) }

    /// The products of the table in force.
    private func listProducts(_ call: ServedCall<ListProducts>) throws(ParameterError) -> any Reply {
        let languages = try LanguageList.read(call.request.languages)
        return ProductsReport {
            $0.products = products(for: call.caller).map {
                ProductReport($0, issuers: ruleset.issuers, for: languages)
            }
        }
    }

    /// Sets what a subject has of a product, or clears the setting.
    private func setPurchase(_ call: ServedCall<SetPurchase>) throws(ParameterError) {
        let product = call.request.product
        guard server.snapshot.hasTable else { throw .noTable }
        guard server.snapshot.ruleset.catalogue.products.contains(where: { $0.id == product }) else {
            throw server.refusal(of: .product, to: call.caller)
        }
        let purchase = try call.request.purchase()
        if purchase?.state.entitles == true, desk.licensedOnly.contains(.purchase(product)) {
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
        try server.set(
            .purchase(product), to: purchase.map(FactValue.purchase), shown: purchase?.state.rawValue,
            subject: call.request.subject, by: call)
    }

    /// Lists what operators have to decide.
    private func reservations(_ call: ServedCall<ListReservations>) -> any Reply {
        ReservationsReport { $0.reservations = desk.spendings.undecided.map(ReservationReport.init) }
    }

    /// Decides whether what is reserved for a link was spent.
    private func decide(_ call: ServedCall<DecideReservation>) {
        let (id, isSpent, uid) = (call.request.outcomeId, call.request.spent, call.caller.uid)
        desk.spendings.decide(id, isSpent: isSpent, by: server.audit.author(of: call)) { result in
            switch result {
            case .failure(let error):
                call.reply(NotKept(DecideReservation.interface, error, for: callers.audience(of: call.caller)))
            case .success(let found):
                if let found {
                    server.log.notice(
                        "reservation decided",
                        [
                            "id": id, "spent": "\(isSpent)", "subject": "\(found.subject)", "units": found.unitsText,
                            "uid": "\(uid)",
                        ])
                }
                call.reply(DecideReservation.Answer { $0.decided = found != nil })
            }
        }
    }

    private func product(named name: String, for caller: Caller) throws(ParameterError) -> Product {
        guard let product = products(for: caller).first(where: { $0.id == name }) else { throw .invalid(.product) }
        return product
    }

    private func reply(to refusal: PurchaseRefusal, for caller: Caller) -> NotKept {
        switch refusal {
        case .request(let code, let reason): NotKept(ListProducts.interface, code: code, reason: reason)
        case .ledger(let error): NotKept(ListProducts.interface, error, for: callers.audience(of: caller))
        }
    }
}

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

extension Reservation {
    /// *Shape*: `coins 3, gems 1`.
    var unitsText: String { amounts.map { "\($0.product) \($0.units)" }.joined(separator: ", ") }
}

extension ReservationReport {
    /// What an operator is told of a reservation.
    fileprivate init(_ reservation: Reservation) {
        self.init {
            ($0.outcomeId, $0.startedMs) = (reservation.outcomeID, reservation.startedMs)
            ($0.uid, $0.subject) = (Int64(reservation.uid), "\(reservation.subject)")
            ($0.feature, $0.action) = (reservation.feature, reservation.action)
            $0.units = reservation.amounts.map { amount in
                ReservedUnits { ($0.product, $0.units) = (amount.product, amount.units) }
            }
        }
    }
}
