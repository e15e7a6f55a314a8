import ArgumentParser

/// The output format of a command.
enum Format: String, ExpressibleByArgument, CaseIterable {
    case text
    /// JSON Lines: one object per input.
    case json
}

/// The `--format` option of every command.
struct FormatOption: ParsableArguments {
    @Option(name: .long, help: "text for people, or json: one object per line.")
    var format = Format.text
}
