/// The directives of a `host`.
package enum HostDirective: String, CaseIterable, Directive {
    case open
    case trailingSlash = "trailing-slash"

    package static let block = "`host`"
    package static let opening: String? = "host NAME"

    /// How a statement of the directive is written.
    package var form: DirectiveForm {
        switch self {
        case .open: DirectiveForm("open to package NAME` or `open to group NAME", 3...3)
        case .trailingSlash: DirectiveForm("trailing-slash either", 1...1, once: true)
        }
    }
}
