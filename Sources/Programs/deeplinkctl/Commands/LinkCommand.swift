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
            Without --scope the link is in the first scope that the table declares for the route. A daemon that is \
            asked builds the link, by its own table. Exit status: 0, or 3 if no link of the route has these parameters.
            """)

    @OptionGroup var options: AnswererOptions
    @Option(
        name: .long,
        help: ArgumentHelp("A scheme, or a host without wildcards.", valueName: "SCHEME|HOST"))
    var scope: String?
    @Argument(help: "The route's name.")
    var route: String
    @Argument(help: ArgumentHelp("The parameters.", valueName: "name=value"))
    var parameters: [String] = []

    func validate() throws {
        for parameter in parameters where NamedText(parameter) == nil {
            throw ValidationError("A parameter is written name=value: \(Escaping.printable(parameter))")
        }
    }

    func run() throws {
        do {
            // A script uses the output as a URL.
            switch try options.answerer(isAlone: true) {
            case .daemon(let client): try ask(client)
            case .table(let ruleset): try build(ruleset)
            }
        } catch let error as UnbuiltLink {
            refuse(error.fault)
            throw ExitCode(3)
        }
    }

    private func build(_ ruleset: Ruleset) throws {
        let number = try ruleset.route(named: route)
        let lists = Set(RoutePatterns(of: number, in: ruleset).parameters.filter(\.isList).map(\.name))
        do throws(LinkBuildError) {
            let built = try ruleset.link(to: number, values(lists: lists), scope: scope)
            options.output.show(Self.object(built, in: ruleset), line: Line(built.url))
        } catch {
            throw UnbuiltLink(fault: error.report)
        }
    }

    /// Has the daemon build the link.
    ///
    /// It knows which parameters are lists, and says so where a text was sent in place of one.
    private func ask(_ client: DaemonClient) throws {
        var lists: Set<String> = []
        while true {
            do {
                return try show(client, lists: lists)
            } catch let error as UnbuiltLink {
                // A pattern has one list at most, but a route may have several patterns.
                guard error.fault.code == LinkBuildError.wrongShape("", expectsList: true).code,
                    let list = error.fault.parameter, lists.insert(list).inserted
                else { throw error }
            }
        }
    }

    private func show(_ client: DaemonClient, lists: Set<String>) throws {
        let request = BuildLink { ($0.route, $0.parameters, $0.scope) = (route, values(lists: lists), scope) }
        let url = try client.reply(to: request).url
        options.output.show(["url": url, "route": route] as JSONObject, line: Line(url))
    }

    /// - Parameter lists: the names of the parameters that are lists.
    private func values(lists: Set<String>) -> [Value.Member] {
        parameters.compactMap(NamedText.init).map { parameter in
            let isList = lists.contains(parameter.name)
            return .init(parameter.name, isList ? Self.list(parameter.text) : .string(parameter.text))
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

    private func refuse(_ fault: LinkFault) {
        options.output.show(
            [
                "route": route, "code": fault.code, "message": fault.message, "help": fault.help, "url": fault.url,
            ] as JSONObject
        ) {
            Output.error(Escaping.printable("\(route)  ✗  \(fault.code): \(fault.message)") + "\n")
            if let url = fault.url { Output.error(Escaping.printable("  url   \(url)") + "\n") }
            Output.error(Escaping.printable("  help  \(fault.help)") + "\n")
        }
    }
}

/// No link of a route was built.
struct UnbuiltLink: Error {
    let fault: LinkFault

    init(fault: LinkFault) { self.fault = fault }

    /// Reads the daemon's error.
    ///
    /// *Throws*: `UsageError` for an unknown route, and the errors of a reply that cannot be read.
    init(_ parameters: Value, route: String) throws {
        var fault = LinkFault()
        try fault.readMembers(of: parameters)
        guard fault.code != LinkBuildError.unknownRoute("", nearest: nil).code else {
            throw UsageError(no: "route", route, help: fault.help)
        }
        self.fault = fault
    }
}
