import Conf
import Features
import Routing

/// The lines about purchases that were read so far.
final class PurchaseDraft: WingDraft {
    var products: [Product] = []
    /// Where each product is declared.
    var places: [String: SourceRange] = [:]
    /// The shops of products, and where each is named.
    var shops: [PlacedWord] = []
    /// The products that are used up.
    var consumables: Set<String> = []
    /// The products whose units a source of their own counts.
    var sourced: Set<String> = []
    /// What actions spend, and where.
    var spendings: [SpendLine] = []
    /// The products that features require.
    var used: Set<String> = []
    var issuers: [Issuer] = []
    var issuerPlaces: [String: SourceRange] = [:]

    init() {}
}

extension BlockReader {
    /// What was read of purchases so far.
    var purchases: PurchaseDraft { table.part(PurchaseDraft.self) }
}

extension TableReading {
    /// True if the file may name the product: its package's own, or one that is declared outside of packages.
    func mayName(product: String) -> Bool {
        guard let place = part(PurchaseDraft.self).places[product] else { return false }
        let owner = draft.packagesByFile[place.file]
        return owner == nil || owner?.name == package?.name
    }

    /// True if the file may say who grants the product: only the package that declares it may, if one does.
    func mayGrant(product: String) -> Bool {
        part(PurchaseDraft.self).places[product].map { draft.packagesByFile[$0.file]?.name == package?.name } ?? false
    }
}

/// What `grants product ID…` names.
enum GrantedProduct: GrantedKind {
    static let word = "product"
    static let order = 20

    /// The purchase of a product that the file may grant.
    static func key(of name: PlacedWord, in table: TableReading) -> FactKey? {
        if table.mayGrant(product: name.text) { return .purchase(name.text) }
        ProductReader(table: table).reportUnknownProduct(name)
        return nil
    }
}

extension BlockReader {
    /// Reports a product that the table does not declare, or that is not for the file to name.
    func reportUnknownProduct(_ word: PlacedWord, declaration: String? = nil) {
        if let place = purchases.places[word.text] {
            let owner =
                table.draft.packagesByFile[place.file].map { "the package `\($0.name)`" } ?? "a file without `package`"
            return report(
                .foreignProduct, word.place, "the product `\(word.text)` belongs to \(owner)",
                help: "write the line there, or declare a product of your own: `product NAME`",
                related: [.init(place: place, note: "it is declared here")])
        }
        reportUnknown(
            .unknownProduct, word, "there is no product `\(word.text)`",
            among: purchases.places.keys.filter(table.mayName(product:)),
            declaration: declaration ?? "declare it: `product \(word.text) { … }`")
    }
}
