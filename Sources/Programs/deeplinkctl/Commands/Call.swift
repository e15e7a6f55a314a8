import ArgumentParser
internal import Contract

/// `call`: calls any Varlink method of the daemon.
struct Call: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "call",
        abstract: "Call a Varlink method and print the reply's parameters as JSON.",
        discussion: """
            Example: deeplinkctl call io.deeplinkd.Dispatch.Open '{"url":"podcast://favourites/rock"}'

            Exit status: 0, or 1 if the reply is an error, which is printed too.
            """)

    @OptionGroup var socket: SocketOption
    @Argument(help: "The method's full name.")
    var method: String
    @Argument(help: "The parameters, a JSON object.")
    var parameters = "{}"

    func validate() throws {
        guard members == nil else { return }
        throw ValidationError("The parameters are not a JSON object: \(UsageError.quoted(parameters))")
    }

    private var members: [Value.Member]? { (try? JSONText.value(of: parameters))?.members }

    func run() throws {
        switch try DaemonClient(socket).call(method: method, parameters: members ?? []).content {
        case .parameters(let value): Output.json(value)
        case .error(let name, let value):
            Output.json(["error": name, "parameters": value] as JSONObject)
            throw ExitCode(1)
        }
    }
}
