/// The directives of a `feature`.
package enum FeatureDirective: String, CaseIterable, Directive {
    case title, description, visible, require, instead, observe, `guard`, replace, action, route, under, feature

    package static let block = "`feature`"

    private static let interceptor: [NameWord] = [.names(.action), .names(.feature, .allAfter("of"))]

    /// How a statement of the directive is written.
    package var form: DirectiveForm {
        switch self {
        case .title: DirectiveForm("title [LANGUAGE] TEXT", 1...2)
        case .description: DirectiveForm("description [LANGUAGE] TEXT", 1...2)
        case .visible: DirectiveForm("visible yes|no", 1...1, once: true)
        case .require: DirectiveForm("require KIND …", 1...DirectiveForm.many)
        case .instead:
            DirectiveForm(
                "instead FEATURE.ACTION [INPUT=VALUE…] when CODE…", 3...DirectiveForm.many,
                names: [.names(.actionOfFeature), .names(.outcome, .allAfter("when"))])
        case .observe: DirectiveForm("observe ACTION [of FEATURE…]", 1...DirectiveForm.many, names: Self.interceptor)
        case .guard: DirectiveForm("guard ACTION [of FEATURE…]", 1...DirectiveForm.many, names: Self.interceptor)
        case .replace:
            DirectiveForm(
                "replace FEATURE.ACTION with ACTION", 3...3,
                names: [.names(.actionOfFeature), .names(.action, .after("with"))])
        case .action: DirectiveForm("action NAME { … }", 1...1, block: .required, names: [.declares(.action)])
        case .route:
            DirectiveForm(
                "route NAME PATTERN… do ACTION", 4...DirectiveForm.many, block: .optional, lastButOne: "do",
                names: [.declares(.route), .names(.action, .after("do"))])
        case .under: GroupDirective.group
        case .feature: DirectiveForm("feature NAME { … }", 1...1, block: .required, names: [.declares(.feature)])
        }
    }
}
