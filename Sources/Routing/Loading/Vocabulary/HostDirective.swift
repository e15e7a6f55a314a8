/// The directives of a `host`.
package enum HostDirective: String, Directive {
    case open

    package static let block = "`host`"

    /// How a statement of the directive is written.
    package var form: DirectiveForm {
        switch self {
        case .open: DirectiveForm("open to package|group NAME", 3...3)
        }
    }
}
