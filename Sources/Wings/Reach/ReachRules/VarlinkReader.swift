import Conf
import Features
import Routing

/// Reads `varlink ADDRESS METHOD NAME=VALUE…`.
struct VarlinkReader: PerformerReader {
    static let kind = Performer.Kind.varlink
    static let order = 40
    static let form = DirectiveForm("varlink unix:/PATH METHOD NAME=VALUE…", 2...DirectiveForm.many, once: true)
    static let limits: Set<ActionLimit> = ActionLimit.ofAnswer.union([.timeout])
    static let givesResult = true

    let table: TableReading

    /// Reads the directive of an action with these lines and inputs; nil where it was reported.
    func read(
        _ statement: Int, in action: StatementChecker.Block<ActionDirective>, inputs: [ActionInput]
    ) -> Performer? {
        let service = ServiceReader(table: table, fault: .badCall)
        let (path, method) = (
            service.readAddress((word(1, statement), place(1, statement))),
            service.readMethod((word(2, statement), place(2, statement)))
        )
        let reader = ArgumentReader(table: table, inputs: inputs)
        let words = 3..<max(3, document.wordCount(of: statement))
        let arguments = words.compactMap { reader.readNamed($0, statement, example: "episode=7") }
        guard let path, let method, arguments.count == words.count, reader.areApart(arguments, from: 3, statement)
        else { return nil }
        reader.warnOfUnused(arguments.inputs, takesLink: arguments.takeLink, statement, by: "the service")
        return .varlink(VarlinkTemplate(path: path, method: method, arguments: arguments))
    }
}
