import ArgumentParser

/// Whose facts count.
struct SubjectOption: ParsableArguments {
    @Option(
        name: .customLong("subject"),
        help: ArgumentHelp(
            "Whose facts count, where you may speak for others: uid:N, account:NAME or machine.",
            discussion: "Without it yours.", valueName: "subject"))
    var subject: String?
}
