import ArgumentParser
internal import Conf
import Contract
internal import Framing

/// `status`: how the daemon is doing.
struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tell how the daemon is doing.", discussion: "Example: deeplinkctl status --format json")

    @OptionGroup var socket: SocketOption
    @OptionGroup var output: FormatOption

    func run() throws {
        let client = try DaemonClient.connect(socket.path)
        let parameters = try client.parameters(of: .status)
        if output.format == .json { return Output.line(JSONText.text(of: parameters)) }
        guard let status = try? ReportDecoder.status(parameters) else {
            throw ToolFailure("the daemon's status cannot be read; try --format json")
        }
        var lines = [
            "deeplinkd \(status.version) at \(client.path), up \(Duration.milliseconds(status.uptimeMs))",
            "table    \(status.tableRevision): \(status.routes) routes, \(status.features) features",
        ]
        lines += status.files.map { "  file   \($0.revision) " + Escaping.printable($0.name) }
        lines.append("state    \(status.stateRevision)\(status.overridden ? ", overridden by --facts" : "")")
        lines.append("load     \(status.connections) connections, \(status.calls) calls answered")
        Output.line(lines.joined(separator: "\n"))
    }
}
