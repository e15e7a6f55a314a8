/// The directives of a `route`.
package enum RouteDirective: String, CaseIterable, Directive {
    case `in`, query, fragment, strict, except, over, with

    package static let block = "`route`"

    /// How a statement of the directive is written.
    package var form: DirectiveForm {
        switch self {
        case .in: DirectiveForm("in SCOPE…", 1...DirectiveForm.many, once: true, names: [.names(.scope, .from(1))])
        case .query:
            DirectiveForm(
                "query NAME[:TYPE][?] [from KEY] [= DEFAULT] [exact] | query KEY[:TYPE][?] _ [exact] | query !KEY",
                1...6)
        case .fragment: DirectiveForm("fragment NAME[:TYPE][?] | fragment NAME[:TYPE] = DEFAULT", 1...3, once: true)
        case .strict: DirectiveForm("strict", 0...0, once: true)
        case .except: DirectiveForm("except PATTERN…", 1...DirectiveForm.many)
        case .over: DirectiveForm("over ROUTE…", 1...DirectiveForm.many, names: [.names(.route, .from(1))])
        case .with: DirectiveForm("with INPUT VALUE", 2...2, names: [.names(.input)])
        }
    }
}
