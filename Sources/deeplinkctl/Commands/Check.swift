import ArgumentParser
internal import Conf
internal import Contract
import Features
import HostSystem
internal import Routing
internal import Tables

/// `check`: reports all errors and warnings of a table in one run.
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Report all errors and warnings of a route table.",
        discussion:
            "Example: deeplinkctl check -f routes.conf --strict\n\n"
            + "Without -f, files and programs that the daemon would refuse because other users could change them are reported "
            + "as warnings with the daemon's message. The check trusts root and the user who runs it; the daemon trusts root "
            + "and its own user. With --root, programs are not checked.\n\n"
            + "With DEEPLINKD_EXEC=no in the environment, as in the unit of the system instance, every `exec` is an error.\n\n"
            + "Exit status: 0, or 3 if the table has an error.")

    @OptionGroup var table: TableOption
    @OptionGroup var output: FormatOption
    @Flag(help: "Treat warnings as errors.")
    var strict = false

    @Flag(help: "Report routes that a broader route hides in some of their schemes or hosts.")
    var hidden = false

    func run() throws {
        let reading = try table.read()
        var environment = table.source.environment
        environment.warnsOfHiddenRoutes = hidden
        environment.allowsPrograms = HostFacts.environment["DEEPLINKD_EXEC"] != "no"
        let result = RulesetLoader.load(reading.set, environment: environment)
        var diagnostics = result.diagnostics
        if strict { diagnostics.promoteWarnings() }
        let printer = DiagnosticText(sources: result.sources)
        FileList(reading).show(output)
        for diagnostic in diagnostics.inOrder {
            output.show(diagnostic.report(in: result.sources)) { Output.text(printer.text(of: diagnostic)) }
        }
        if output.format == .text { Output.line(Self.summary(diagnostics, result.ruleset)) }
        if diagnostics.hasErrors { throw ExitCode(3) }
    }

    private static func summary(_ diagnostics: Diagnostics, _ ruleset: Ruleset?) -> String {
        let line = DiagnosticSummary.line(diagnostics)
        guard let ruleset else { return line }
        let routes = DiagnosticSummary.count(ruleset.routes.count, "route")
        let features = DiagnosticSummary.count(ruleset.catalogue.declaredCount, "feature")
        let channels = ruleset.channels.isEmpty ? "" : ", " + DiagnosticSummary.count(ruleset.channels.count, "channel")
        return "\(line); \(routes), \(features)\(channels)"
    }
}
