/// The directives of a file of test cases, outside of any case.
package enum CaseFileDirective: String, CaseIterable, Directive {
    case table, include, `case`

    package static let block = "a file of test cases"

    /// How a statement of the directive is written.
    package var form: DirectiveForm {
        switch self {
        case .table: DirectiveForm("table FILE", 1...1, once: true, names: [.names(.file)])
        case .include: DirectiveForm("include FILE", 1...1, names: [.names(.file)])
        case .case: DirectiveForm("case NAME { … }", 1...1, block: .required, names: [.declares(.testCase)])
        }
    }
}

/// The directives of a test case.
package enum CaseDirective: String, CaseIterable, Directive {
    case url, with, matrix, expect, route, near, parameter, remedy, withheld, would, returns, result, todo, skip, only

    package static let block = "`case`"

    /// How a statement of the directive is written.
    package var form: DirectiveForm {
        switch self {
        case .url: DirectiveForm("url URL", 1...1, once: true)
        case .with: DirectiveForm("with KIND NAME VALUE", 2...DirectiveForm.many)
        case .matrix: DirectiveForm("matrix KIND NAME { … }", 1...DirectiveForm.many, block: .required, once: true)
        case .expect: DirectiveForm("expect CODE", 1...1, once: true, names: [.names(.outcome)])
        case .route: DirectiveForm("route NAME", 1...1, once: true, names: [.names(.route)])
        case .near: DirectiveForm("near ROUTE", 1...1, names: [.names(.route)])
        case .parameter: DirectiveForm("parameter NAME VALUE", 2...2, names: [.names(.input)])
        case .remedy: DirectiveForm("remedy KIND", 1...1, names: [.names(.remedy)])
        case .withheld: DirectiveForm("withheld KIND", 1...1, names: [.names(.remedy)])
        case .would: DirectiveForm("would call|start WORD…", 2...DirectiveForm.many, once: true)
        case .returns: DirectiveForm("returns { … }", 0...0, block: .required, once: true)
        case .result: DirectiveForm("result NAME VALUE", 2...2)
        case .todo: DirectiveForm("todo REASON", 1...1, once: true)
        case .skip: DirectiveForm("skip REASON", 1...1, once: true)
        case .only: DirectiveForm("only", 0...0, once: true)
        }
    }
}
