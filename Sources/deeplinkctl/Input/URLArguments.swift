import ArgumentParser

/// The URLs of a command, from the command line or standard input.
struct URLArguments: ParsableArguments {
    @Argument(help: "The URLs.")
    var urls: [String] = []

    @Flag(help: "Read one URL per line from standard input.")
    var stdin = false

    func validate() throws {
        if urls.isEmpty && !stdin { throw ValidationError("Name a URL, or use --stdin.") }
        if !urls.isEmpty && stdin { throw ValidationError("Either name URLs or use --stdin.") }
    }

    /// Calls `body` with each URL; a line that is not UTF-8 throws a `ToolFailure` with the line's number.
    func forEach(_ body: (String) throws -> Void) throws {
        guard stdin else { return try urls.forEach(body) }
        try Input.forEachLine(body)
    }
}
