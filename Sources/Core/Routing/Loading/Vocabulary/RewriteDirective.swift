/// The directives of `rewrite`: its own, and those of the action that is asked for the other link.
package enum RewriteDirective: Directive {
    case from, to, profile
    case action(ActionDirective)

    package static let block = "`rewrite`"

    private static let own: [Self] = [.from, .to, .profile]

    /// Those of its own; the lines of an action are borrowed.
    package static func all(in wings: WingList) -> [Self] { own }

    /// The lines of an action but its inputs: its one input is the link.
    package static func borrowed(_ word: String, in wings: WingList) -> Self? {
        ActionDirective.named(word, in: wings).flatMap { $0 == .input ? nil : .action($0) }
    }

    /// The word that a statement begins with.
    package var word: String {
        switch self {
        case .from: "from"
        case .to: "to"
        case .profile: "profile"
        case .action(let directive): directive.word
        }
    }

    /// How a statement of the directive is written.
    package var form: DirectiveForm {
        switch self {
        case .from: DirectiveForm("from URL[**]…", 1...DirectiveForm.many, once: true)
        case .to: DirectiveForm("to URL[**]", 1...1, once: true)
        case .profile: DirectiveForm("profile production|development", 1...1, once: true)
        case .action(let directive): directive.form
        }
    }
}

extension StatementChecker.Block<RewriteDirective> {
    /// The lines of the action alone.
    var action: StatementChecker.Block<ActionDirective> {
        var block = StatementChecker.Block<ActionDirective>()
        block.refused = refused
        for line in checked {
            guard case .action(let directive) = line.directive else { continue }
            block.checked.append(.init(statement: line.statement, directive: directive))
        }
        return block
    }
}
