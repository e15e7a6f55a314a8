import ArgumentParser
internal import Conf
internal import Contract

/// `reload`: makes the daemon read its route table again.
struct Reload: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reload",
        abstract: "Make the daemon read its route table again.",
        discussion: """
            Example: deeplinkctl reload

            A table with an error does not come into force; all errors are printed, and the exit status is 3. A package with
            an error stays as it was in force, or is left out; the rest comes into force, and the exit status is 3 too.
            """)

    @OptionGroup var socket: SocketOption
    @OptionGroup var output: FormatOption
    @OptionGroup var colour: ColourOption

    func run() throws {
        let client = try DaemonClient(socket)
        switch try client.call(ReloadTable()).content {
        case .parameters(let parameters): try show(parameters)
        case .error(let name, let parameters) where name == BadTable().errorName:
            let diagnostics = try BadTable(reply: parameters).diagnostics
            output.show(diagnostics)
            if output.format == .text {
                MoreHelp.show(for: diagnostics.lazy.filter { $0.severity == "error" }.map(\.code))
            }
            throw ExitCode(3)
        case .error(let name, let parameters):
            throw try DaemonRefusal(name: name, parameters: parameters).error(of: ReloadTable(), client)
        }
    }

    private func show(_ parameters: Value) throws {
        let report = try ReloadReport(reply: parameters)
        if output.format == .json { Output.json(parameters) } else { show(report) }
        if report.packages?.contains(where: \.isFaulty) == true { throw ExitCode(3) }
    }

    private func show(_ report: ReloadReport) {
        output.show(report.warnings + (report.errors ?? []))
        for package in report.packages ?? [] { Output.line(package.line) }
        let routes = DiagnosticSummary.count(report.routes, "route")
        Output.line(Line("table \(report.tableRevision) ") + Line("in force", .good) + Line(": \(routes)"))
        MoreHelp.show(for: (report.errors ?? []).map(\.code))
    }
}
