// The calls of io.deeplinkd.Purchases: whose licences and trials they are about, and what a caller is told of.

import Contract
import FactSources
import Features
import Ledger
import Licences
import Routing

/// Licences and trials as calls use them.
///
/// *Owner/thread*: the loop's thread.
struct PurchaseCalls {
    let server: Server

    private var callers: CallerRules { server.callers }
    private var desk: LicenceDesk { server.facts.licences }
    private var ruleset: Ruleset { server.snapshot.ruleset }

    /// Serves one request of the interface.
    func serve(
        _ request: Request, for session: Session, reply: @escaping (Reply) -> Void
    ) throws(ParameterError) {
        let caller = session.caller
        if case .ingest(let items, let subject) = request {
            try ingest(items, subject: subject, caller, reply: reply)
        } else if case .products = request {
            reply(.report(productsReport(for: caller)))
        } else if case .purchases(let product, let subject) = request {
            try status(of: product, subject: subject, caller, reply: reply)
        } else if case .restore(let subject) = request {
            try restore(subject: subject, caller, reply: reply)
        } else if case .watchPurchases(let subject) = request {
            try watch(subject: subject, for: session)
        } else if case .startTrial(let product, let subject) = request {
            try startTrial(of: product, subject: subject, caller, reply: reply)
        } else {
            preconditionFailure("a request of another interface")
        }
    }

    /// Takes licences for the caller, or for the subject that it names.
    private func ingest(
        _ items: [String], subject text: String?, _ caller: Caller, reply: @escaping (Reply) -> Void
    ) throws(ParameterError) {
        let subject = try callers.subject(text, for: caller) ?? caller.subject
        desk.ingest(items, for: subject, by: author(.ingest, caller)) { result in
            switch result {
            case .failure(let refusal): reply(self.reply(to: refusal, for: caller))
            case .success(let items):
                let kept = items.count { $0.result != .rejected }
                server.log.notice(
                    "licences",
                    [
                        "uid": "\(caller.uid)", "subject": "\(subject)", "kept": "\(kept)",
                        "rejected": "\(items.count - kept)",
                    ])
                reply(
                    .report(
                        IngestReport {
                            $0.items = items
                            $0.stateRevision = server.snapshot.store.revision(of: subject).description
                        }))
            }
        }
    }

    /// Verifies the licences of the caller, or of the subject that it names, once more.
    private func restore(
        subject text: String?, _ caller: Caller, reply: @escaping (Reply) -> Void
    ) throws(ParameterError) {
        let subject = try callers.subject(text, for: caller) ?? caller.subject
        desk.restore(subject, for: server.user(of: caller)) { result in
            switch result {
            case .failure(let refusal): reply(self.reply(to: refusal, for: caller))
            case .success(var report):
                report.purchases = desk.reports(on: products(for: caller), for: subject)
                reply(.report(report))
            }
        }
    }

    /// Starts the trial of a product.
    ///
    /// A user has one for ever, so a delegate, which could use up those of all users, does not start it. An account has no
    /// connection of its own: its delegate starts it.
    private func startTrial(
        of name: String, subject text: String?, _ caller: Caller, reply: @escaping (Reply) -> Void
    ) throws(ParameterError) {
        let subject = try callers.subject(text, for: caller) ?? caller.subject
        if case .uid = subject, subject != caller.subject, !callers.isOperator(caller) { throw .notDelegated }
        let product = try product(named: name, for: caller)
        desk.startTrial(of: product, for: subject, by: author(.startTrial, caller)) { result in
            switch result {
            case .failure(let refusal): reply(self.reply(to: refusal, for: caller))
            case .success(let report):
                server.log.notice(
                    "trial started", ["uid": "\(caller.uid)", "subject": "\(subject)", "product": product.id])
                reply(.report(report))
            }
        }
    }

    /// Tells what a subject has of each product, or of one.
    private func status(
        of name: String?, subject text: String?, _ caller: Caller, reply: @escaping (Reply) -> Void
    ) throws(ParameterError) {
        let subject = try callers.subject(text, for: caller) ?? caller.subject
        if let name { _ = try product(named: name, for: caller) }
        let features = ruleset.catalogue.features.indices
        server.facts.gathering.whenReady(features, for: subject) {
            let products = products(for: caller).filter { name == nil || $0.id == name }
            reply(
                .report(PurchasesReport { $0.purchases = desk.reports(on: products, for: subject) }))
        }
    }

    /// Reports what a subject has of each product, and then what changes.
    private func watch(subject text: String?, for session: Session) throws(ParameterError) {
        server.purchaseWatches.add(session, of: try callers.subject(text, for: session.caller))
    }

    /// The products that a caller is told of: those that only hidden features require are for operators.
    func products(for caller: Caller) -> [Product] { ruleset.catalogue.products(for: server.sight(of: caller)) }

    /// The products of the table in force.
    private func productsReport(for caller: Caller) -> ProductsReport {
        ProductsReport { $0.products = products(for: caller).map { ProductReport($0, issuers: ruleset.issuers) } }
    }

    private func product(named name: String, for caller: Caller) throws(ParameterError) -> Product {
        guard let product = products(for: caller).first(where: { $0.id == name }) else { throw .invalid(.product) }
        return product
    }

    private func author(_ method: Method, _ caller: Caller) -> Author {
        Author(uid: server.user(of: caller), method: method.name)
    }

    private func reply(to refusal: PurchaseRefusal, for caller: Caller) -> Reply {
        switch refusal {
        case .request(let code, let reason): .notKept(.purchases, code: code, reason: reason)
        case .ledger(let error):
            .notKept(
                .purchases, code: error.code(for: callers.audience(of: caller)),
                reason: error.sentence(for: callers.audience(of: caller)))
        }
    }
}
