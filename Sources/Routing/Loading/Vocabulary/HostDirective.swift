/// The directives of a `host`.
package enum HostDirective: String, Directive {
    case open

    package static let block = "`host`"
    package static let opening: String? = "host NAME"

    /// How a statement of the directive is written.
    package var form: DirectiveForm {
        switch self {
        case .open: DirectiveForm("open to package NAME` or `open to group NAME", 3...3)
        }
    }
}
