import Contract
import PurchaseWire
import Serving

/// The reports of `Purchases.Watch`: how they are made, and which changes are news.
enum WatchedPurchases: Watched {
    /// False: a report has the time that is left of a trial, so each call gets a first report of its own.
    static let isShared = false

    static func name(of purchase: PurchaseReport) -> String { purchase.product }

    static func reports(for key: WatchKey, _ server: Server) -> [PurchaseReport] {
        server.service(PurchaseService.self)?.reports(for: key) ?? []
    }

    /// False also if they differ only by the time that has passed.
    static func isNews(_ purchase: PurchaseReport, since earlier: PurchaseReport?) -> Bool {
        var (new, old) = (purchase, earlier)
        new.trial?.left = nil
        old?.trial?.left = nil
        return new != old
    }

    static func page(of purchases: ArraySlice<PurchaseReport>) -> [PurchaseReport] { Array(purchases) }

    static func reply(_ purchases: [PurchaseReport], removed: [String]) -> any Reply {
        PurchasesReport { ($0.purchases, $0.removed) = (purchases, removed.sorted()) }
    }
}
