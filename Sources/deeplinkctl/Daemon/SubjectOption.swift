import ArgumentParser

/// The subject whose facts are used.
struct SubjectOption: ParsableArguments {
    @Option(
        name: .customLong("subject"),
        help: ArgumentHelp(
            "The subject whose facts are used, if you may act for it: uid:N, account:NAME or machine.",
            discussion: "Default: yourself.", valueName: "subject"))
    var subject: String?
}
