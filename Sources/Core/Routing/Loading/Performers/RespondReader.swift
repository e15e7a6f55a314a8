import Conf
import Features

/// Reads `respond [TEXT]`.
struct RespondReader: PerformerReader {
    static let kind = Performer.Kind.respond
    static let order = 20
    static let form = DirectiveForm("respond [TEXT]", 0...1, once: true)
    static let limits: Set<ActionLimit> = []

    let table: TableReading

    /// Reads the directive of an action with these lines and inputs; nil where it was reported.
    func read(
        _ statement: Int, in action: StatementChecker.Block<ActionDirective>, inputs: [ActionInput]
    ) -> Performer? {
        guard document.wordCount(of: statement) > 1 else { return .respond(nil) }
        return readTemplate(1, statement, inputs: inputs).map(Performer.respond)
    }
}
