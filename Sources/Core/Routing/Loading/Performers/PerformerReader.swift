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
    /// The lines that its actions can have beside the limits.
    static var lines: [PerformerLine] { get }
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
    /// It has none.
    package static var lines: [PerformerLine] { [] }
    /// It gives none.
    package static var givesResult: Bool { false }
}

/// A line that only actions of some kinds can have, as `header` for `http`.
///
/// Kinds that share a word share the value: one form, one section of the reference.
package struct PerformerLine: Hashable, Sendable {
    /// The word that the line begins with.
    package let word: String
    package let form: DirectiveForm

    /// Makes a line of a word.
    package init(_ word: String, _ form: DirectiveForm) { (self.word, self.form) = (word, form) }

    package static func == (left: Self, right: Self) -> Bool { left.word == right.word }

    package func hash(into hasher: inout Hasher) { hasher.combine(word) }
}

/// The directives of kinds that no version has yet; a table that has one is told so.
package enum PlannedPerformer: String, CaseIterable {
    case redirect, builtin
}
