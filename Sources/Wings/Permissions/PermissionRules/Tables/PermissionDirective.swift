package import Routing

/// The directives of a `permission`.
package enum PermissionDirective: String, CaseIterable, Directive {
    case usage

    package static let block = "`permission`"
    package static let opening: String? = "permission NAME"

    /// How a statement of the directive is written.
    package var form: DirectiveForm {
        switch self {
        case .usage: DirectiveForm("usage [LANGUAGE] TEXT", 1...2)
        }
    }
}
