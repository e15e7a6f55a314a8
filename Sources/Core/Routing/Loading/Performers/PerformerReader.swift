package import Features

/// Reads the directive of one kind of performer.
package protocol PerformerReader: BlockReader, SendableMetatype {
    /// The kind that it reads.
    static var kind: Performer.Kind { get }
    /// Its place in help among all kinds.
    static var order: Int { get }
    /// How the directive is written.
    static var form: DirectiveForm { get }
    /// The limits that its actions can have.
    static var limits: Set<ActionLimit> { get }
    /// True if its actions can have a `result` block.
    static var givesResult: Bool { get }
    /// What to write in the place of a limit that its actions cannot have; nil if nothing stands for it.
    static func substitute(for limit: ActionLimit) -> String?

    init(table: TableReading)

    /// Reads the directive of an action with these lines and inputs; nil where it was reported.
    func read(
        _ statement: Int, in action: StatementChecker.Block<ActionDirective>, inputs: [ActionInput]
    ) -> Performer?
}

extension PerformerReader {
    /// Nothing stands for any limit.
    package static func substitute(for limit: ActionLimit) -> String? { nil }
    /// It gives none.
    package static var givesResult: Bool { false }
}

/// The directives of kinds that no version has yet; a table that has one is told so.
package enum PlannedPerformer: String, CaseIterable {
    case redirect, builtin
}
