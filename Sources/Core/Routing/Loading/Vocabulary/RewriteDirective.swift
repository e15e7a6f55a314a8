/// The directives of `rewrite`: its own, and those of the action that is asked for the other link.
package enum RewriteDirective: ActionBorrower {
    case from, to, profile
    case action(ActionDirective)

    package static let block = "`rewrite`"

    private static let own: [Self] = [.from, .to, .profile]

    /// Those of its own; the lines of an action are borrowed.
    package static func all(in wings: WingList) -> [Self] { own }

    /// The line of an action; nil for one of its own.
    package var actionLine: ActionDirective? { if case .action(let line) = self { line } else { nil } }

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
