import ArgumentParser
internal import Conf
internal import Contract
internal import Features
internal import Routing

/// `link`: builds a URL from a route and its parameters.
struct LinkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link",
        abstract: "Build the link of a route, and check that the link matches the route.",
        discussion: """
            Example: deeplinkctl link -f routes.conf smart-list list=rock page=2 --scope podcasts.example

            Parameters are the route's captures, query keys and fragment; a list of segments is written with slashes, \
            files=a/b. A nameless * or ** is named by its number, 1=value. Values equal to their default are omitted. \
            Without --scope the link is in the first scope that the table declares for the route. Exit status: 0, or 3 if \
            no link of the route has these parameters.
            """)

    @OptionGroup var table: TableOption
    @OptionGroup var output: FormatOption
    @Option(
        name: .long,
        help: ArgumentHelp("A scheme, or a host without wildcards.", valueName: "SCHEME|HOST"))
    var scope: String?
    @Argument(help: "The route's name.")
    var route: String
    @Argument(help: ArgumentHelp("The parameters.", valueName: "name=value"))
    var parameters: [String] = []

    func validate() throws {
        let sign = UInt8(ascii: "=")
        for parameter in parameters where !parameter.utf8.contains(sign) || parameter.utf8.first == sign {
            throw ValidationError("A parameter is written name=value: \(Escaping.printable(parameter))")
        }
    }

    func run() throws {
        let ruleset = try table.load()
        let number = try ruleset.route(named: route)
        let values = values(of: ruleset.parameters(of: ruleset.routes[number]))
        do throws(LinkBuildError) {
            let built = try ruleset.link(to: number, values, scope: scope)
            output.show(Self.object(built, in: ruleset), line: built.url)
        } catch {
            refuse(error)
            throw ExitCode(3)
        }
    }

    private func values(of parameters: [RouteParameter]) -> [Value.Member] {
        self.parameters.map { argument in
            // Split by bytes: a value may begin with a mark that combines with the `=` before it.
            let sign = argument.utf8.firstIndex(of: UInt8(ascii: "=")) ?? argument.endIndex
            let name = String(decoding: argument.utf8[..<sign], as: UTF8.self)
            let text = String(decoding: argument.utf8[sign...].dropFirst(), as: UTF8.self)
            let isList = parameters.contains { $0.name == name && $0.isList }
            return .init(name, isList ? Self.list(text) : .string(text))
        }
    }

    /// *Shape*: `a/b` is [a, b], `a/b/` ends with an empty element, the empty text is the empty list.
    private static func list(_ text: String) -> Value {
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return .array(text.isEmpty ? [] : parts.map { .string(String(decoding: $0, as: UTF8.self)) })
    }

    private static func object(_ built: BuiltLink, in ruleset: Ruleset) -> JSONObject {
        let route = ruleset.routes[built.route]
        let action = ruleset.action(of: route)
        return [
            "url": built.url, "route": route.name, "feature": ruleset.featurePath(of: route), "action": action.name,
            "parameters": Value.object(action.masked(built.inputs)),
        ]
    }

    private func refuse(_ error: LinkBuildError) {
        output.show(
            [
                "route": route, "code": error.code, "message": error.sentence, "help": error.help, "url": error.url,
            ] as JSONObject
        ) {
            Output.error(Escaping.printable("\(route)  ✗  \(error.code): \(error.sentence)") + "\n")
            if let url = error.url { Output.error("  url   \(url)\n") }
            Output.error(Escaping.printable("  help  \(error.help)") + "\n")
        }
    }
}
