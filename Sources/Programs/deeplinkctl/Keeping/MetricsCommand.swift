import ArgumentParser
internal import Contract
internal import HostSystem

/// `metrics`: gives the daemon's numbers to monitoring.
struct MetricsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "metrics",
        abstract: "Print the daemon's numbers for monitoring; for operators and readers of the table.",
        discussion: """
            Example: deeplinkctl metrics --textfile /var/lib/prometheus/node-exporter/deeplinkd.prom

            The table needs a block `metrics`; its lines `read` name who may read the numbers besides operators. With \
            --textfile the file is replaced as a whole, so that its reader never finds a part.

            --http answers one request of HTTP on standard input and output: deeplinkd-metrics.socket starts this command \
            for each connection.
            """)

    @OptionGroup var socket: SocketOption
    @Option(help: "prometheus: version 0.0.4 of its text format; openmetrics: OpenMetrics 1.0.0.")
    var format = MetricForm.prometheus
    @Option(
        help: ArgumentHelp("Replace this file, and print nothing; its name should end in .prom.", valueName: "file"),
        completion: .file())
    var textfile: String?
    @Flag(help: "Answer one request of HTTP on standard input.")
    var http = false

    func validate() throws {
        if textfile == "" { throw ValidationError("The name of the file is empty.") }
        if textfile != nil, format == .openmetrics {
            throw ValidationError("--textfile is for the node exporter, which reads Prometheus' form alone.")
        }
        if http, textfile != nil || format == .openmetrics {
            throw ValidationError("--http answers in the form that the request asks for: leave out other options.")
        }
    }

    func run() throws {
        if http { return try MetricsAnswer(socket).give() }
        let text = try Self.text(format.wireForm, socket)
        guard let textfile else { return Output.text(text) }
        do throws(LoopError) {
            try DurableFile.replace(textfile, bytes: Array(text.utf8), mode: 0o644)
        } catch {
            throw ToolFailure(creating: textfile, error) ?? error
        }
    }

    /// All numbers as text.
    static func text(_ form: GetMetrics.Form, _ socket: SocketOption) throws -> String {
        let client = try DaemonClient(socket)
        var text = ""
        let request = GetMetrics { $0.format = form.rawValue }
        try client.streamAll(request) { text += $0.text }
        return text
    }
}

/// How numbers are written, as a word of the command line.
enum MetricForm: String, ExpressibleByArgument, CaseIterable {
    case prometheus, openmetrics

    /// The same for the daemon.
    var wireForm: GetMetrics.Form {
        switch self {
        case .prometheus: .prometheus
        case .openmetrics: .openmetrics
        }
    }
}
