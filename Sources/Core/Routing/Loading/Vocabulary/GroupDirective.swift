/// The directives of `under`, a group of routes.
package enum GroupDirective: String, CaseIterable, Directive {
    case query, exclusive, ranked, route, under
    case trailingSlash = "trailing-slash"

    package static let block = "`under`"
    package static let opening: String? = "under /"
    /// How a group is written.
    static let group = DirectiveForm("under PREFIX { … }", 1...1, block: .required)

    /// How a statement of the directive is written.
    package var form: DirectiveForm {
        switch self {
        case .query: RouteDirective.query.form
        case .exclusive: DirectiveForm("exclusive KEY…", 1...DirectiveForm.many)
        case .ranked: DirectiveForm("ranked KEY KEY…", 2...DirectiveForm.many)
        case .route: FeatureDirective.route.form
        case .under: Self.group
        case .trailingSlash: HostDirective.trailingSlash.form
        }
    }
}
