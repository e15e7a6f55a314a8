import ArgumentParser

/// Whose facts count.
struct SubjectOption: ParsableArguments {
    @Option(
        name: .customLong("subject"),
        help: ArgumentHelp(
            "Whose facts count, where you may speak for others.", discussion: "Without it yours.",
            valueName: "uid:N|account:NAME"))
    var subject: String?
}
