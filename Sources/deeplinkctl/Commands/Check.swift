import ArgumentParser
internal import Conf
internal import Contract
internal import EventLoop
import Features
internal import Routing
internal import Tables
internal import Varlink

/// `check`: reports all errors and warnings of a table in one run.
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Report all errors and warnings of a route table.",
        discussion:
            "Example: deeplinkctl check -f routes.conf --strict\n\n"
            + "Without -f, files and programs that the daemon would refuse because other users could change them are reported "
            + "as warnings with the daemon's message. The check trusts root and the user who runs it; the daemon trusts root "
            + "and its own user. With --root, programs are not checked.\n\n"
            + "Exit status: 0, or 3 if the table has an error.")

    @OptionGroup var table: TableOption
    @OptionGroup var output: FormatOption
    @Flag(help: "Treat warnings as errors.")
    var strict = false

    @Flag(help: "Report routes that a broader route hides in some of their schemes or hosts.")
    var hidden = false

    func run() throws {
        let reading = try table.read()
        let files = FileList(reading)
        var environment = table.source.environment
        environment.warnsOfHiddenRoutes = hidden
        let result = RulesetLoader.load(reading.set, environment: environment)
        var diagnostics = result.diagnostics
        if strict { diagnostics.promoteWarnings() }
        switch output.format {
        case .json:
            for line in files.json { Output.json(line) }
            for diagnostic in diagnostics.inOrder {
                Output.json(JSONText.text(of: diagnostic.report(in: result.sources)))
            }
        case .text:
            for line in files.text { Output.line(line) }
            printText(result, diagnostics)
        }
        if diagnostics.hasErrors { throw ExitCode(3) }
    }

    private func printText(_ result: RulesetLoader.Result, _ diagnostics: Diagnostics) {
        let printer = DiagnosticText(sources: result.sources)
        for diagnostic in diagnostics.inOrder { Output.text(printer.text(of: diagnostic)) }
        var line = DiagnosticSummary.line(diagnostics)
        if let ruleset = result.ruleset {
            line += "; " + DiagnosticSummary.count(ruleset.routes.count, "route")
            line += ", " + DiagnosticSummary.count(ruleset.catalogue.features.count - 1, "feature")
            line += ", width \(ruleset.width)"
        }
        Output.line(line)
    }
}
