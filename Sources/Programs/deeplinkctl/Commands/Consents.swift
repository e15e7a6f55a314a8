import ArgumentParser
internal import Contract
internal import Features
import PermissionRules
import PermissionWire

/// `consent`: what the user has answered to programs that asked for a permission.
struct ConsentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "consent", abstract: "List what you allowed and refused, and take it back.",
        discussion: "Example: deeplinkctl consent list", subcommands: [ConsentList.self, ConsentWithdraw.self])

    func run() throws { throw ValidationError("Name what to do with your answers: list or withdraw.") }
}

/// `consent list`: the answers that the daemon keeps.
struct ConsentList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List your answers to permissions that the table has from consent.",
        discussion: "Example: deeplinkctl consent list")

    @OptionGroup var socket: SocketOption
    @OptionGroup var output: FormatOption

    func run() throws {
        let consents = try DaemonClient(socket).reply(to: ListConsents()).consents
        output.show(each: consents) {
            let rows = consents.map {
                [$0.permission, $0.isGranted ? "allowed" : "refused", "since " + UTCTime.text(ofMs: $0.asOfMs)]
            }
            Output.lines(Columns.lines(rows))
            if rows.isEmpty { Output.line("no answer of yours is kept") }
        }
    }
}

/// `consent withdraw`: takes one answer back.
struct ConsentWithdraw: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw", abstract: "Take an answer back, so that programs may ask again.",
        discussion: "Example: deeplinkctl consent withdraw contacts")

    @OptionGroup var socket: SocketOption
    @OptionGroup var output: FormatOption
    @Argument(help: "The permission, as tables name it.")
    var permission: String

    func run() throws {
        let known = try Permission(naming: permission)
        let client = try DaemonClient(socket)
        let isKept = try client.reply(to: ListConsents()).consents.contains { $0.permission == known.description }
        let parameters = try client.parameters(of: WithdrawConsent { $0.permission = known.description })
        let result =
            isKept
            ? "your answer is withdrawn, and programs may ask again\(SettingText.ending(of: parameters))"
            : "nothing to withdraw, because no answer of yours is kept; programs may ask"
        output.show(parameters, line: "\(known): \(result)")
    }
}
