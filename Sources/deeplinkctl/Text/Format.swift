import ArgumentParser

/// How a command prints what it found.
enum Format: String, ExpressibleByArgument, CaseIterable {
    case text
    /// JSON Lines: one object per input.
    case json
}

/// The option that every command has.
struct FormatOption: ParsableArguments {
    @Option(name: .long, help: "text for people, or json: one object per line.")
    var format = Format.text
}
