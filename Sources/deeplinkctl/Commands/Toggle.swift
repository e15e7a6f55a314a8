import ArgumentParser
internal import Contract

/// `toggle`: sets one of the user's own switches.
struct Toggle: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Switch a feature on or off for yourself, or back to its default.",
        discussion: "Example: deeplinkctl toggle SleepTimer on")

    @OptionGroup var socket: SocketOption
    @OptionGroup var output: FormatOption
    @OptionGroup var subject: SubjectOption
    @Argument(help: "The feature's path, or its last name if that is unique.")
    var feature: String
    @Argument(help: "The new position.")
    var position: SwitchPosition

    func run() throws {
        let request = Request.setToggle(feature: feature, on: position.isOn, subject: subject.subject)
        let parameters = try DaemonClient.connect(socket, subject).parameters(of: request)
        SwitchReply.show(parameters, of: feature, "toggle", position, output)
    }
}
