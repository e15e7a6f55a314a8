internal import Contract
internal import DeepLinkClient
import PurchaseWire

extension Notice {
    /// What is said of a click.
    ///
    /// - Parameter products: what the table says of products and the subject has of them; asked only for a purchase.
    init(_ click: ClickResult, products: () -> Offers) {
        guard let outcome = click.outcome else {
            // A daemon that took the link may have performed it.
            let isTaken = click.socket != nil
            self.init(
                title: PersonLanguage.ofSession.words.untitled,
                sentence: isTaken ? NoticeWords.uncertain : NoticeWords.noDaemon(click.command),
                buttons: isTaken ? [] : [.tryAgain])
            return
        }
        let words = OutcomeWords(outcome)
        if let question = ConfirmationText(outcome: outcome) {
            self.init(title: words.title, asking: question)
            return
        }
        self.init(
            title: words.title, sentence: words.sentence,
            buttons: Array(Self.buttons(click, products).prefix(Self.buttonLimit)))
    }

    private static func buttons(_ click: ClickResult, _ products: () -> Offers) -> [NoticeButton] {
        guard let outcome = click.received?.outcome else { return [] }
        if outcome.code.canBeTriedAgain { return [.tryAgain] }
        let usable = outcome.remedies.filter { $0.withheldBecause == nil && [.user, .client].contains($0.actor) }
        let isAboutShop = usable.contains { [.purchase, .updatePayment, .resumeSubscription].contains($0.kind) }
        let offers = isAboutShop ? products() : Offers()
        var buttons: [NoticeButton] = []
        for button in usable.flatMap({ Self.buttons(for: $0, of: outcome, offers) }) where !buttons.contains(button) {
            buttons.append(button)
        }
        return buttons
    }

    private static func buttons(
        for remedy: Contract.Remedy, of outcome: Contract.Outcome, _ offers: Offers
    ) -> [NoticeButton] {
        func argument(_ name: String) -> Value? { remedy.arguments.first { $0.name == name }?.value }
        let products = (argument("products")?.elements ?? []).compactMap(\.text)
        switch remedy.kind {
        case .enableToggle:
            return argument("feature")?.text.map { [.switchOn(feature: $0, title: argument("title")?.text)] } ?? []
        case .purchase: return [offers.trial(of: products), offers.shop(of: products)].compactMap(\.self)
        case .updatePayment, .resumeSubscription: return [offers.shop(of: products)].compactMap(\.self)
        case .requestPermissions: return outcome.feature.map { [.ask(feature: $0)] } ?? []
        case .confirm: return [.confirm(nil)]
        case .restorePurchases, .openSettings, .contactAdministrator, .contactVendor, .enableRuntime, .hideEntryPoint,
            .upgradePlatform, .installProgram, .wait:
            return []
        }
    }
}

/// Products of the table, and what the caller has of them.
struct Offers {
    var products: [ProductReport] = []
    var purchases: [PurchaseReport] = []

    /// The button for the first trial that can still be started.
    func trial(of ids: [String]) -> NoticeButton? {
        ids.lazy.compactMap { id in
            purchases.first { $0.product == id }.flatMap { held in
                held.trial?.length.map { .startTrial(product: id, title: held.title, length: $0) }
            }
        }.first
    }

    /// The button for the first shop.
    ///
    /// The table has checked the URL: it is of https, and no route takes it. A daemon may be any program, so the scheme is
    /// looked at again.
    func shop(of ids: [String]) -> NoticeButton? {
        ids.lazy.compactMap { id in
            products.first { $0.id == id }.flatMap { product in
                product.shop.flatMap {
                    $0.hasPrefix("https://") ? .openShop(url: $0, title: product.title) : nil
                }
            }
        }.first
    }
}
