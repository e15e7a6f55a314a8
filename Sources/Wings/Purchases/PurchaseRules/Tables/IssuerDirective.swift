package import Routing

/// The directives of an `issuer`.
package enum IssuerDirective: String, CaseIterable, Directive {
    case key, products, audience, revoked, require

    package static let block = "`issuer`"

    /// How a statement of the directive is written.
    package var form: DirectiveForm {
        switch self {
        case .key: DirectiveForm("key FILE…", 1...DirectiveForm.many)
        case .products: DirectiveForm("products ID…", 1...DirectiveForm.many, names: [.names(.product, .from(1))])
        case .audience: DirectiveForm("audience NAME", 1...1, once: true)
        case .revoked: DirectiveForm("revoked KEYID since TIME", 3...3)
        case .require: DirectiveForm("require clock synchronised", 2...2, once: true)
        }
    }
}
