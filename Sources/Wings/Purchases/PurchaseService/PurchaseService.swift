package import Contract
package import Ledger
import PurchaseWire
package import Serving

/// The service of the wing Purchases: licences, trials, and what people have bought.
package final class PurchaseService: WingService {
    package static let tables: [any LedgerTables.Type] = [LicenceTables.self, SpendingTables.self]

    private unowned let server: Server
    private let desk: LicenceDesk
    private lazy var watches = WatchList<WatchedPurchases>(of: server)

    /// Makes the service of a server, whose facts the licences and trials of its ledger are a part of.
    package init(_ server: Server) {
        self.server = server
        desk = LicenceDesk(
            server.facts, loop: server.loop, log: server.log, isOfUserInstance: server.operators.isOfUserInstance)
        desk.spendings.onDoubt = { [log = server.log] reservation in
            log.warning(
                "units reserved until an operator decides",
                [
                    "id": reservation.outcomeID, "subject": "\(reservation.subject)", "units": reservation.unitsText,
                    "action": "\(reservation.feature).\(reservation.action)",
                ])
        }
    }

    private var calls: PurchaseCalls { PurchaseCalls(server: server, desk: desk, watches: watches) }

    /// Those of io.deeplinkd.Purchases.
    package var handlers: [Handler] { calls.handlers }

    /// What a watch reports.
    func reports(for key: WatchKey) -> [PurchaseReport] {
        desk.reports(on: calls.products(for: key.caller), for: key.holder, key.languages)
    }

    /// Has the watches look whether their products are those of the table.
    package func adopt() { watches.pollIfDue() }

    /// Has the watches look for changes.
    package func factsMoved() { watches.look() }

    /// Adds how many links have units that operators have to decide about.
    package func add(to report: inout StatusReport) {
        let count = desk.spendings.undecided.count
        report.undecided = count > 0 ? count : nil
    }

    /// Ends all watches.
    package func close() { watches.close() }
}
