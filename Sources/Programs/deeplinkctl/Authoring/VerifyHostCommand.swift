internal import AppLinks
import ArgumentParser
internal import Conf
internal import Contract
import HostSystem
internal import Routing

/// `verify-host`: says whether the association file of a host names an app, and takes the links of a table.
struct VerifyHostCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify-host",
        abstract: "Say whether the association file of a host names an app.",
        discussion: """
            Example: deeplinkctl verify-host podcasts.example assetlinks.json --app org.example.podcasts

            The file is an apple-app-site-association, or an assetlinks.json, as the host serves it. With a table, a link of \
            each of its routes for the host is tried with the rules of the file, as Apple's devices do. Nothing is fetched.

            Exit status: 0, or 1 if the file does not name the app, or with --strict if it does not take a link; 3 if the \
            file cannot be read, or if the table has no such host.
            """)

    @OptionGroup var table: TableOption
    @Option(
        help: ArgumentHelp("The app: TEAMID.bundle for Apple, the package for Android.", valueName: "id"))
    var app: String
    @Option(help: ArgumentHelp("A SHA-256 certificate that the file must name.", valueName: "AB:CD:…"))
    var fingerprint: String?
    @Flag(help: "Exit with 1 if the file does not take a link of the table too.")
    var strict = false
    @OptionGroup var output: FormatOption
    @OptionGroup var colour: ColourOption
    @Argument(help: "The host.")
    var host: String
    @Argument(help: "The file; - reads standard input.", completion: .file())
    var file: String

    func validate() throws {
        try table.validate()
        try TableOption.validate(table.named, and: file)
        if app.isEmpty { throw ValidationError("--app takes the id of an app, not an empty word.") }
    }

    func run() throws {
        let ruleset = table.isOnCommandLine ? try table.load() : nil
        let found = try LinkFiles.reading(file) { bytes throws(AppLinkError) in
            try HostVerification(bytes, names: app, fingerprint: fingerprint, host: host, of: ruleset)
        }
        let gaps = found.gaps.map { ["route": $0.route, "url": $0.url, "rule": $0.rule] as JSONObject }
        output.show(
            [
                "host": host, "app": app, "kind": found.kind.rawValue, "named": found.isNamed, "fault": found.fault,
                "apps": found.named, "rules": found.rules, "routes": ruleset == nil ? nil : found.routes,
                "notTaken": gaps,
            ] as JSONObject
        ) {
            show(found, hasTable: ruleset != nil)
        }
        if !found.isNamed || found.fault != nil || strict && !found.gaps.isEmpty { throw ExitCode.failure }
    }

    private func show(_ found: HostVerification, hasTable: Bool) {
        guard found.isNamed else {
            let names = found.named.isEmpty ? "no app" : found.named.joined(separator: ", ")
            Output.line(Line("\(host): the file does not name \(app); it names \(names)", .bad))
            return
        }
        if let fault = found.fault {
            Output.line(Line("\(host): \(fault): \(app)", .bad))
            return
        }
        Output.line(Line("\(host): the file names \(app)", .good))
        var rows: [Line] = [TextRow.line("rules", Line("\(found.rules)"))]
        if hasTable {
            let taken = found.routes - found.gaps.count
            rows.append(TextRow.line("routes", Line("\(taken) of \(found.routes) are taken")))
        }
        rows.append(TextRow.line("serve it at", Line(whole: "https://\(host)\(found.kind.path)")))
        let cells = found.gaps.map { gap in
            [
                Line("✗ ", .doubtful) + Line(gap.route), Line(gap.url),
                Line(gap.rule.map { "left out by \($0)" } ?? "no rule takes it"),
            ]
        }
        Output.lines(rows + Columns.lines(cells, indent: "  "))
    }
}
