/// The directives of `unmatched`: those of a feature that say who may have its links handed on, and those of its one action.
package enum UnmatchedDirective: ActionBorrower {
    case schemes
    case feature(FeatureDirective)
    case action(ActionDirective)

    package static let block = "`unmatched`"

    private static let ofFeature: [FeatureDirective] = [.title, .description, .require]

    /// Those of its own; the lines of an action are borrowed.
    package static func all(in wings: WingList) -> [Self] { [.schemes] + ofFeature.map { .feature($0) } }

    /// The line of an action; nil for one of its own.
    package var actionLine: ActionDirective? { if case .action(let line) = self { line } else { nil } }

    /// The word that a statement begins with.
    package var word: String {
        switch self {
        case .schemes: "schemes"
        case .feature(let directive): directive.word
        case .action(let directive): directive.word
        }
    }

    /// How a statement of the directive is written.
    package var form: DirectiveForm {
        switch self {
        case .schemes:
            DirectiveForm("schemes NAME…", 1...DirectiveForm.many, once: true, names: [.names(.scope, .from(1))])
        case .feature(let directive): directive.form
        case .action(let directive): directive.form
        }
    }
}
