package import Contract
package import Features

/// A product that can be bought.
public struct Product: Hashable, Sendable {
    /// How a purchase behaves over time.
    public enum Kind: String, CaseIterable, Sendable {
        case subscription
        case oneTime
        case consumable
    }

    /// *Shape*: letters, digits, `.`, `-` and `_`, as in `premium.monthly`; one product has one id everywhere.
    public let id: String
    /// What people call it.
    public let name: String
    /// One sentence for people.
    public let description: String
    /// How a purchase of it behaves over time.
    public let kind: Kind
    /// What people call it, in all languages of a table; nil where it has no title.
    package var title: LocalizedText?
    /// What answers for its purchases; nil if a table names nothing.
    package var origin: FactPlace?
    /// What it costs, as it is shown to people; nil if the table does not say.
    package var price: String?
    /// How long a trial lasts; nil if none is offered.
    package var trial: Duration?
    /// The page of the shop that sells it, an https URL in canonical form; nil if the table names none.
    package var shop: String?

    /// Makes a product; nothing is registered anywhere.
    public init(_ id: String, name: String, description: String = "", kind: Kind = .subscription) {
        self.id = id
        self.name = name
        self.description = description
        self.kind = kind
    }
}

extension Product {
    /// What people call it, as a caller reads it best; nil for one that does not say.
    package func name(in languages: LanguageList?) -> String { title.map(languages.text) ?? name }
}
