import ArgumentParser

/// The daemon that a command talks to.
struct SocketOption: ParsableArguments {
    @Option(
        name: .customLong("socket"),
        help: ArgumentHelp(
            "The daemon's socket.", discussion: "Without it the user's daemon, then the system's.", valueName: "path"),
        completion: .file())
    var path: String?
}
