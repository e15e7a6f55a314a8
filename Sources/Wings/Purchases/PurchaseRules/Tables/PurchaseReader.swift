import Conf
import Features
import Routing

/// Reads `require purchase [any|all] NEED…`.
struct PurchaseReader: RequirementReader {
    static let order = 80
    static let names: [NameWord] = [.names(.product, .from(2))]
    static let modes = ["any", "all"]
    let table: TableReading

    /// The product with that id.
    static func isName(_ name: String, in table: TableReading) -> Bool {
        table.part(PurchaseDraft.self).places[name] != nil
    }

    func requirement(_ statement: Int) -> RequiredPurchase? {
        var needs = NeedReader(table: table, statement, from: 2)
        return needs.read().map(RequiredPurchase.init)
    }
}
