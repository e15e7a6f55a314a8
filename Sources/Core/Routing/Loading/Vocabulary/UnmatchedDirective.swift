/// The directives of `unmatched`: those of a feature that say who may have its links handed on, and those of its one action.
package enum UnmatchedDirective: Directive {
    case schemes
    case feature(FeatureDirective)
    case action(ActionDirective)

    package static let block = "`unmatched`"

    private static let ofFeature: [FeatureDirective] = [.title, .description, .require]

    /// Those of its own; the lines of an action are borrowed.
    package static func all(in wings: WingList) -> [Self] { [.schemes] + ofFeature.map { .feature($0) } }

    /// The lines of an action but its inputs: such a link has none.
    package static func borrowed(_ word: String, in wings: WingList) -> Self? {
        ActionDirective.named(word, in: wings).flatMap { $0 == .input ? nil : .action($0) }
    }

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
        case .schemes: DirectiveForm("schemes NAME…", 1...DirectiveForm.many, once: true)
        case .feature(let directive): directive.form
        case .action(let directive): directive.form
        }
    }
}

extension StatementChecker.Block<UnmatchedDirective> {
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
