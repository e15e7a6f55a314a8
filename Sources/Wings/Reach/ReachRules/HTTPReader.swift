// Reads `http METHOD URL` and `http METHOD unix:/SOCKET /PATH` of an action, and the lines beside it:
//
//     http GET https://shop.example/orders/$(item)?gift=$(gift)
//     http POST unix:/run/shop.sock /orders
//     header Accept-Language $(language)
//     json item=$(item) options.count=2
//
// A value stands in the path, behind a `=` of the query, in a header or in the body, and chooses nothing else.

import Conf
import Contract
import Features
import Matching
import Routing

/// Reads `http METHOD URL|unix:/SOCKET [/PATH]`, and the lines beside it.
struct HTTPReader: PerformerReader {
    static let kind = Performer.Kind.http
    static let order = 45
    static let form = DirectiveForm("http METHOD URL|unix:/SOCKET [/PATH]", 2...3, once: true)
    static let limits: Set<ActionLimit> = ActionLimit.ofAnswer.union([.timeout, .success])
    static let lines = HTTPLine.allCases.map(\.line)
    static let success = SuccessValues("a status", 200...599, usual: 200...299)
    static let givesResult = true

    let table: TableReading

    /// Reads the directive of an action with these lines and inputs; nil where it was reported.
    func read(
        _ statement: Int, in action: StatementChecker.Block<ActionDirective>, inputs: [ActionInput]
    ) -> Performer? {
        let arguments = ArgumentReader(table: table, inputs: inputs)
        let method: HTTPMethod? = readChoice(1, statement, as: .badCall) { "`\($0)` is not a method of HTTP" }
        let address = HTTPAddressReader(table: table, arguments: arguments).read(statement)
        let lines = HTTPLineReader(table: table, arguments: arguments)
        let content = lines.read(action, method)
        guard let method, let address, let content else { return nil }
        var template = HTTPTemplate(method, address.server, address.target)
        (template.headers, template.body) = (content.headers, content.body)
        (template.retry, template.credential) = (content.retry, content.credential)
        if let line = content.privateLine { template.isPrivate = mayBePrivate(address.server, line) }
        let used = template.inputs
        let takesLinkItself = content.body?.arguments.takeLink ?? false
        template.takesLink = !used.isDisjoint(with: arguments.linkNames)
        arguments.warnOfUnused(used, takesLink: template.takesLink || takesLinkItself, statement, by: "the service")
        return .http(template)
    }

    /// Whether `private` says something about the server; reported where not.
    private func mayBePrivate(_ server: HTTPServer, _ line: Int) -> Bool {
        if case .host(let origin) = server, !origin.isAddress { return true }
        report(
            .misplacedDirective, place(0, line), "`private` is about a host with a name, whose address may change",
            help: "remove it: this server may be on this machine or in a private network as it is")
        return false
    }
}
