import Routing

/// The lines that an action with `http` can have beside it.
enum HTTPLine: String, CaseIterable {
    case header, json, form, retry, sign
    case `private`

    /// The line for the core.
    var line: PerformerLine { PerformerLine(rawValue, shape) }

    private var shape: DirectiveForm {
        switch self {
        case .header: DirectiveForm("header NAME VALUE", 2...2)
        case .json: DirectiveForm("json NAME=VALUE…", 0...DirectiveForm.many, once: true)
        case .form: DirectiveForm("form NAME=VALUE…", 1...DirectiveForm.many, once: true)
        case .retry: DirectiveForm("retry NUMBER within DURATION", 3...3, once: true)
        case .sign: DirectiveForm("sign CREDENTIAL", 1...1, once: true)
        case .private: DirectiveForm("private", 0...0, once: true)
        }
    }
}
