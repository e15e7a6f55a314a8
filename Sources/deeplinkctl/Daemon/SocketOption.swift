import ArgumentParser

/// The daemon of a command.
struct SocketOption: ParsableArguments {
    @Option(
        name: .customLong("socket"),
        help: ArgumentHelp(
            "The daemon's socket.", discussion: "Default: the user's daemon, then the system's.", valueName: "path"),
        completion: .file())
    var path: String?
}
