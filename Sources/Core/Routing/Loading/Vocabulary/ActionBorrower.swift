/// A directive of a block that has the lines of an action beside its own.
package protocol ActionBorrower: Directive {
    /// A line of an action.
    static func action(_ directive: ActionDirective) -> Self
    /// The line of an action; nil for one of its own.
    var actionLine: ActionDirective? { get }
}

extension ActionBorrower {
    /// The lines of an action but its inputs, which the block itself gives.
    package static func borrowed(_ word: String, in wings: WingList) -> Self? {
        ActionDirective.named(word, in: wings).flatMap { $0 == .input ? nil : .action($0) }
    }
}

extension StatementChecker.Block where Kind: ActionBorrower {
    /// The lines of the action alone.
    var action: StatementChecker.Block<ActionDirective> {
        var block = StatementChecker.Block<ActionDirective>()
        block.refused = refused
        block.checked = checked.compactMap { line in
            line.directive.actionLine.map { .init(statement: line.statement, directive: $0) }
        }
        return block
    }
}
