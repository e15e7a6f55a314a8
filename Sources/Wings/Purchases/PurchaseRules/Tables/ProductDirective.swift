package import Routing

/// The directives of a `product`.
package enum ProductDirective: String, CaseIterable, Directive {
    case title, kind, source, price, trial, buy, shared

    package static let block = "`product`"

    /// How a statement of the directive is written.
    package var form: DirectiveForm {
        switch self {
        case .title: DirectiveForm("title [LANGUAGE] TEXT", 1...2)
        case .kind: DirectiveForm("kind subscription|oneTime|consumable", 1...1, once: true)
        case .source: DirectiveForm("source file|varlink …", 1...5, once: true)
        case .price: DirectiveForm("price TEXT", 1...1, once: true)
        case .trial: DirectiveForm("trial DURATION", 1...1, once: true)
        case .buy: DirectiveForm("buy URL", 1...1, once: true)
        case .shared: .planned
        }
    }
}
