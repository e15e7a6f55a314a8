package import Contract
package import Features
import Matching

/// The products that a table declares.
package struct ProductList: WingPart {
    /// In the order of the table.
    package let products: [Product]
    /// The places in `products`, in the order of their ids: a dictionary takes 63 bytes of memory for each product.
    private let order: [UInt32]

    package init() { self.init([]) }

    /// - Parameter products: in the order of the table.
    package init(_ products: [Product]) {
        self.products = products
        order = products.indices.map(UInt32.init).sorted {
            (products[Int($0)].id, $0) < (products[Int($1)].id, $1)
        }
    }

    /// A product by its id; nil where the table declares none.
    subscript(id: String) -> Product? {
        let place = order.firstPlace { products[Int($0)].id < id }
        guard place < order.endIndex else { return nil }
        let product = products[Int(order[place])]
        return product.id == id ? product : nil
    }
}

extension FeatureCatalogue {
    /// Makes a catalogue that holds the intake and some products.
    package init(products: [Product]) {
        self.init()
        parts[ProductList.self] = ProductList(products)
    }

    /// In the order of the table.
    package var products: [Product] { parts[ProductList.self].products }

    /// What answers for the purchases of a product; nil if the table names nothing.
    package func origin(ofProduct id: String) -> FactPlace? { product(id)?.origin }

    /// A product that the table declares, by its id.
    func product(_ id: String) -> Product? { parts[ProductList.self][id] }

    /// The products that an audience is told of: all but those that only hidden features require.
    package func products(for audience: Audience) -> [Product] {
        guard audience == .anyone, hasHidden else { return products }
        func required(_ isHidden: Bool) -> Set<String> {
            let numbers = features.indices.filter { features[$0].isHidden == isHidden }
            let purchases = numbers.flatMap { constraints[$0] }.compactMap { $0.rule as? RequiredPurchase }
            return Set(purchases.flatMap(\.requirement.products))
        }
        let hidden = required(true).subtracting(required(false))
        return products.filter { !hidden.contains($0.id) }
    }
}
