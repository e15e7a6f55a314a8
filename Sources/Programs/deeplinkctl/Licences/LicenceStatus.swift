import ArgumentParser
internal import Conf
internal import Contract
internal import DeepLinkClient
import PurchaseRules
import PurchaseWire
internal import Routing

/// `licence status`: what a subject has of the products.
struct LicenceStatus: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show what you have of each product, until when, and how that is known.",
        discussion: "Example: deeplinkctl licence status premium.monthly")

    @OptionGroup var call: SubjectCallOptions
    @Flag(name: .long, help: "Go on, and print what changes until interrupted.")
    var watch = false
    @Argument(help: "The product's id; all products if none is given.")
    var product: String?

    func validate() throws {
        guard watch, product != nil else { return }
        throw ValidationError("--watch shows all products: leave out \(product ?? "").")
    }

    func run() throws {
        let (client, languages) = (try call.client(), LanguageList.ofSession.texts)
        guard !watch else {
            let watch = WatchPurchases { ($0.subject, $0.languages) = (call.subject, languages) }
            return try client.stream(watch) { report in
                show(report.purchases)
                return true
            }
        }
        let request = GetPurchases {
            ($0.product, $0.subject, $0.languages) = (product, call.subject, languages)
        }
        show(try client.reply(to: request).purchases)
    }

    private func show(_ purchases: [PurchaseReport]) { PurchaseText.show(purchases, call.output) }
}

/// `licence products`: what can be bought.
struct LicenceProducts: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "products", abstract: "List the products of the daemon's table, with prices and trials.",
        discussion: "Example: deeplinkctl licence products")

    @OptionGroup var socket: SocketOption
    @OptionGroup var output: FormatOption

    func run() throws {
        let report = try DaemonClient(socket).reply(to: ListProducts { $0.languages = LanguageList.ofSession.texts })
        output.show(each: report.products) {
            let rows = report.products.map { product in
                [
                    product.id, product.title, product.kind, product.price ?? "", product.trialText ?? "",
                    product.sellersText ?? "",
                ]
            }
            Output.lines(Columns.lines(rows))
        }
    }
}

/// What subjects have of products, for people.
enum PurchaseText {
    /// Prints one line or one object for each product.
    static func show(_ purchases: [PurchaseReport], _ output: FormatOption) {
        output.show(each: purchases) { Output.lines(Columns.lines(purchases.map(cells))) }
    }

    private static func cells(_ purchase: PurchaseReport) -> [String] {
        [purchase.product, purchase.state, until(purchase), basis(purchase)]
    }

    private static func until(_ purchase: PurchaseReport) -> String {
        let reserved = purchase.reserved.map { " and \($0) reserved" } ?? ""
        let units = purchase.units.map { "\($0) left" + reserved }
        let end = purchase.isEntitled == true ? purchase.nextBoundaryMs ?? purchase.endsMs : purchase.endsMs
        let ends = end.map { (purchase.isEntitled == true ? "until " : "since ") + UTCTime.text(ofMs: $0) }
        return [units, purchase.state == "none" ? nil : ends].compactMap(\.self).joined(separator: ", ")
    }

    private static func basis(_ purchase: PurchaseReport) -> String {
        let licence = purchase.licence.map { "licence \($0.id) of \($0.issuer), key \($0.keyID)" }
        let fault = purchase.evidence?.fault.map { ": " + $0 } ?? ""
        let source = purchase.evidence.map { "from " + $0.source + fault }
        let trial = purchase.trial?.length.map {
            "a trial of \(TimeText.text(ofMilliseconds: $0.wholeMilliseconds)) can be started"
        }
        return [licence ?? source, purchase.isEntitled == true ? nil : trial].compactMap(\.self).joined(separator: "; ")
    }
}
