/// The directives of a `host`.
enum HostDirective: String, Directive {
    case open

    static let block = "`host`"

    /// How a statement of the directive is written.
    var form: DirectiveForm {
        switch self {
        case .open: DirectiveForm("open to package|group NAME", 3...3)
        }
    }
}
