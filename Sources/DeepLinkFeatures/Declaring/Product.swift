import Features

/// Something that can be bought.
public struct Product: Hashable, Sendable {
    /// How a purchase behaves over time.
    public enum Kind: Sendable {
        case subscription
        case oneTime
        case consumable
    }

    /// *Shape*: letters, digits, `.`, `-` and `_`; one product has one id everywhere.
    public let id: String
    /// What people call it.
    public let name: String
    /// One sentence for people.
    public let description: String
    /// How a purchase of it behaves over time.
    public let kind: Kind

    /// Makes a product; nothing is registered anywhere.
    public init(_ id: String, name: String, description: String = "", kind: Kind = .subscription) {
        self.id = id
        self.name = name
        self.description = description
        self.kind = kind
    }

    /// As the verifier has it.
    var known: Features.Product {
        let kind: Features.Product.Kind =
            switch kind {
            case .subscription: .subscription
            case .oneTime: .oneTime
            case .consumable: .consumable
            }
        return Features.Product(id: id, title: name, kind: kind)
    }
}
