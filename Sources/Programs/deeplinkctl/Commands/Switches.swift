import ArgumentParser
internal import Contract

/// The new position of a switch.
enum SwitchPosition: String, ExpressibleByArgument, CaseIterable {
    case on
    case off
    /// The position that the table declares.
    case `default`

    /// The position that a call sets.
    init(isOn: Bool?) {
        self = isOn.map { $0 ? .on : .off } ?? .default
    }

    /// The position as a call's parameter; nil for the default.
    var isOn: Bool? { self == .default ? nil : self == .on }
}

/// The arguments of `toggle` and `runtime`.
struct SwitchArguments: ParsableArguments {
    @Argument(help: "The feature's path, or its last name if that is unique.")
    var feature: String
    @Argument(help: "The new position.")
    var position: SwitchPosition

    /// Sends the change and prints the reply.
    func send<Call: Method>(_ request: Call, to client: DaemonClient, _ output: FormatOption) throws {
        let kind = Call.self == SetRuntime.self ? "runtime" : "toggle"
        try SettingText.send(request, feature, "\(kind) \(position.rawValue)", to: client, output)
    }
}

/// `toggle`: sets one of the user's own switches.
struct Toggle: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "toggle",
        abstract: "Switch a feature on or off for yourself, or back to its default.",
        discussion: "Example: deeplinkctl toggle SleepTimer on")

    @OptionGroup var call: SubjectCallOptions
    @OptionGroup var change: SwitchArguments

    func run() throws {
        let request = SetToggle {
            ($0.feature, $0.isOn, $0.subject) = (change.feature, change.position.isOn, call.subject)
        }
        try change.send(request, to: call.client(), call.output)
    }
}

/// `runtime`: sets an operator's switch.
struct RuntimeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "runtime",
        abstract: "Switch a feature on or off for all users, or back to its default; for operators.",
        discussion: "Example: deeplinkctl runtime DeepLinking off")

    @OptionGroup var socket: SocketOption
    @OptionGroup var output: FormatOption
    @OptionGroup var change: SwitchArguments

    func run() throws {
        let request = SetRuntime { ($0.feature, $0.isOn) = (change.feature, change.position.isOn) }
        try change.send(request, to: DaemonClient(socket), output)
    }
}
