public import PurchaseRules

/// The purchases that unlock a feature: a product, a quantity of one, or any or all of several requirements.
///
/// *Shape*: `.any([.product(premium), .all([.product(sound), .quantity(coins, 3)])])`.
public indirect enum PurchaseRequirement: Hashable, Sendable {
    case product(Product)
    /// So many of a consumable, still unspent.
    case quantity(Product, Int)
    /// One of several is enough.
    case any([PurchaseRequirement])
    /// Every one is needed.
    case all([PurchaseRequirement])

    /// Every product it names, each once, in the order of first mention.
    public var products: [Product] {
        var products: [Product] = []
        for product in mentions where !products.contains(product) { products.append(product) }
        return products
    }

    private var mentions: [Product] {
        switch self {
        case .product(let product), .quantity(let product, _): [product]
        case .any(let requirements), .all(let requirements): requirements.flatMap(\.mentions)
        }
    }
}

/// The verifier's requirement, which has the same name.
typealias KnownPurchase = PurchaseRules.PurchaseRequirement

extension PurchaseRequirement {
    /// The verifier's requirement; nil where a group is empty, a quantity is none, or groups nest too deeply.
    var known: KnownPurchase? {
        switch self {
        case .product(let product): return .product(product.id)
        case .quantity(let product, let quantity): return .product(product.id, units: quantity)
        case .any(let parts): return Self.group(.any, parts)
        case .all(let parts): return Self.group(.all, parts)
        }
    }

    private static func group(_ mode: KnownPurchase.Mode, _ parts: [PurchaseRequirement]) -> KnownPurchase? {
        let known = parts.compactMap(\.known)
        return known.count == parts.count ? .group(mode, known) : nil
    }
}
