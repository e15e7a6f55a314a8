import ArgumentParser
internal import Conf
internal import Contract
internal import Varlink

/// `reload`: makes the daemon read its route table again.
struct Reload: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make the daemon read its route table again.",
        discussion: """
            Example: deeplinkctl reload

            A table with an error does not come into force; all errors are printed, and the exit status is 3.
            """)

    @OptionGroup var socket: SocketOption
    @OptionGroup var output: FormatOption

    func run() throws {
        let client = try DaemonClient.connect(socket)
        switch try client.call(.reload).content {
        case .parameters(let parameters): try show(parameters)
        case .error(let name, let parameters) where name == Reply.badTable([]).errorName:
            try show(Reply.diagnostics(parameters))
            throw ExitCode(3)
        case .error(let name, let parameters):
            throw try DaemonRefusal(name: name, parameters: parameters).error(of: .reload, client)
        }
    }

    private func show(_ parameters: Value) throws {
        if output.format == .json { return Output.json(JSONText.text(of: parameters)) }
        guard case .reloaded(let report) = try Reply(parameters, of: .reload) else { throw ToolFailure.wrongReply }
        try show(report.warnings)
        let routes = DiagnosticSummary.count(report.routes, "route")
        Output.line(Escaping.printable("table \(report.tableRevision) in force: \(routes)"))
    }

    private func show(_ diagnostics: [DiagnosticReport]) throws {
        for diagnostic in diagnostics {
            if output.format == .json {
                Output.json(JSONText.text(of: diagnostic))
                continue
            }
            let place = "\(diagnostic.file):\(diagnostic.line):\(diagnostic.column)"
            Output.line(
                Escaping.printable("\(place): \(diagnostic.severity) \(diagnostic.code): \(diagnostic.message)"))
            if let witness = diagnostic.witness { Output.line(Escaping.printable("  both take: \(witness)")) }
            if let help = diagnostic.help { Output.line(Escaping.printable("  help: \(help)")) }
        }
    }
}
