extension PurchaseRequirement {
    /// True if it is met by no one who has fewer units of a product.
    ///
    /// *Shape*: `all (any a b) (coins 3)` entails three coins; `any a (coins 3)` entails none.
    package func entails(_ units: Int, of product: String) -> Bool {
        switch content {
        case .product(let id, let needed): id == product && needed >= units
        case .group(.any, let members): members.allSatisfy { $0.entails(units, of: product) }
        case .group(.all, let members): members.contains { $0.entails(units, of: product) }
        }
    }
}
