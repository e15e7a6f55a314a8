/// The directives of a `feature`.
package enum FeatureDirective: String, CaseIterable, Directive {
    case title, description, visible, require, instead, observe, `guard`, replace, action, route, under, feature

    package static let block = "`feature`"

    /// How a statement of the directive is written.
    package var form: DirectiveForm {
        switch self {
        case .title: DirectiveForm("title TEXT", 1...1, once: true)
        case .description: DirectiveForm("description TEXT", 1...1, once: true)
        case .visible: DirectiveForm("visible yes|no", 1...1, once: true)
        case .require: DirectiveForm("require KIND …", 1...DirectiveForm.many)
        case .instead:
            DirectiveForm("instead FEATURE.ACTION [INPUT=VALUE…] when CODE…", 3...DirectiveForm.many)
        case .observe: DirectiveForm("observe ACTION [of FEATURE…]", 1...DirectiveForm.many)
        case .guard: DirectiveForm("guard ACTION [of FEATURE…]", 1...DirectiveForm.many)
        case .replace: DirectiveForm("replace FEATURE.ACTION with ACTION", 3...3)
        case .action: DirectiveForm("action NAME { … }", 1...1, block: .required)
        case .route:
            DirectiveForm(
                "route NAME PATTERN… do ACTION", 4...DirectiveForm.many, block: .optional, lastButOne: "do")
        case .under: GroupDirective.group
        case .feature: DirectiveForm("feature NAME { … }", 1...1, block: .required)
        }
    }
}
