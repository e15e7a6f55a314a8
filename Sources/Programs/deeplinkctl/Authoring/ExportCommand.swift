internal import AppLinks
import ArgumentParser
internal import Conf
internal import Contract
import HostSystem
internal import Routing

/// `export`: writes the routes of a host as the association file that the web site serves.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write the routes of a host as an association file of Apple or Android.",
        discussion: """
            Example: deeplinkctl export apple -f routes.conf --app ABCDE12345.org.example.podcasts

            The kinds are apple (apple-app-site-association) and assetlinks (assetlinks.json, whose rules Android 15 reads). \
            The file goes to standard output. What differs from the table goes to standard error, as does where the web site \
            serves the file. With --format json each difference is a line, and the last line has the file.

            Exit status: 0, 1 with --strict if the report is not empty, 3 if the table has an error or no such host.
            """)

    @OptionGroup var table: TableOption
    @Option(
        name: .customLong("app"),
        help: ArgumentHelp("The id of an app, or its Android package; may be repeated.", valueName: "id"))
    var apps: [String] = []
    @Option(
        name: .customLong("fingerprint"),
        help: ArgumentHelp("A SHA-256 certificate of the Android app; may be repeated.", valueName: "AB:CD:…"))
    var fingerprints: [String] = []
    @Option(help: ArgumentHelp("The host that serves the file; default: the only one of the table.", valueName: "host"))
    var host: String?
    @Flag(help: "Exit with 1 if the file differs from the table.")
    var strict = false
    @OptionGroup var output: FormatOption
    @Argument(
        help: ArgumentHelp("The kind of file.", valueName: "kind"),
        completion: .list(LinkExportKind.allCases.map(\.rawValue)))
    var kind: String

    func validate() throws {
        try table.validate()
        guard LinkExportKind(rawValue: kind) != nil else {
            throw ValidationError("The kind is apple or assetlinks, not \(UsageError.quoted(kind)).")
        }
        if apps.isEmpty { throw ValidationError("Name the app, as in --app ABCDE12345.org.example.podcasts.") }
    }

    func run() throws {
        guard let kind = LinkExportKind(rawValue: kind) else { return }
        let ruleset = try table.load()
        var options = ExportOptions()
        (options.apps, options.fingerprints, options.host) = (apps, fingerprints, host)
        let file = try LinkFiles.reporting(nil) { () throws(AppLinkError) in
            try LinkExport.file(kind, of: ruleset, options)
        }
        LinkFiles.show(file.losses, output)
        output.show(
            ["file": file.value, "host": file.host, "rules": file.rules, "differences": file.losses.count] as JSONObject
        ) {
            Output.text(JSONLayout.text(file.value) + "\n")
            LinkFiles.summarise(
                "\(DiagnosticSummary.count(file.rules, "rule")) for https://\(file.host)\(kind.path)", file.losses)
        }
        if strict, !file.losses.isEmpty { throw ExitCode.failure }
    }
}
