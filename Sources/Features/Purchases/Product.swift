/// Something that can be bought.
package struct Product: Equatable, Sendable {
    /// How the purchase behaves over time.
    package enum Kind: String, CaseIterable, Sendable {
        case subscription
        case oneTime
        case consumable
    }

    /// *Shape*: dotted words, `premium.monthly`.
    package let id: String
    package let title: String?
    package let kind: Kind

    package init(id: String, title: String?, kind: Kind) {
        self.id = id
        self.title = title
        self.kind = kind
    }
}
