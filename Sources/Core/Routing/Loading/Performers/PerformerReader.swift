package import Contract
package import Features

/// Reads the directive of one kind of performer.
protocol PerformerReader: BlockReader, SendableMetatype {
    /// The kind that it reads.
    static var kind: Performer.Kind { get }
    /// How the directive is written.
    static var form: DirectiveForm { get }
    /// The limits that its actions can have.
    static var limits: Set<ActionLimit> { get }
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
    static func substitute(for limit: ActionLimit) -> String? { nil }
}

/// The kinds that this version knows, by their readers.
package enum PerformerReaders {
    /// In the order in which help lists them.
    static let all: [any PerformerReader.Type] = [ExecReader.self, RespondReader.self, ChannelReader.self]

    /// The words of the kinds, in backquotes.
    static var alternatives: String { all.map { "`\($0.kind.word)`" }.alternatives }

    /// The kind of an execution; nil if this version does not know it.
    package static func kind(of execution: Execution?) -> Performer.Kind? {
        all.first { $0.kind.word == execution?.kind }?.kind
    }
}

/// The directives of kinds that no version has yet; a table that has one is told so.
package enum PlannedPerformer: String, CaseIterable {
    case redirect, varlink, dbus, unit, builtin
}
