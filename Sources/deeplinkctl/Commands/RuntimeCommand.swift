import ArgumentParser
internal import Contract

/// `runtime`: sets an operator's switch.
struct RuntimeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "runtime",
        abstract: "Switch a feature on or off for all users, or back to its default; for operators.",
        discussion: "Example: deeplinkctl runtime DeepLinking off")

    @OptionGroup var socket: SocketOption
    @OptionGroup var output: FormatOption
    @Argument(help: "The feature's path, or its last name if that is unique.")
    var feature: String
    @Argument(help: "The new position.")
    var position: SwitchPosition

    func run() throws {
        let request = Request.setRuntime(feature: feature, on: position.isOn)
        let parameters = try DaemonClient.connect(socket).parameters(of: request)
        SwitchReply.show(parameters, of: feature, "runtime", position, output)
    }
}
