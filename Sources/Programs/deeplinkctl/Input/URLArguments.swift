import ArgumentParser
internal import DeepLinkClient

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

    /// Calls `body` with each URL; a line that is not UTF-8 is answered with its number, and the next ones follow.
    ///
    /// An empty line is an empty URL, so that each line has one answer.
    ///
    /// - Parameter language: of the person, if a terminal shows the answers.
    /// - Returns: false if a line was not UTF-8.
    func forEach(
        _ output: FormatOption, in language: PersonLanguage = .english, _ body: (String) throws -> Void
    ) throws -> Bool {
        var areReadable = true
        guard stdin else {
            try urls.forEach(body)
            return true
        }
        try Input.forEachLine { number, text in
            if let text { return try body(text) }
            areReadable = false
            Input.refuse(
                line: number, Input.notUTF8, answer: ["line": number, "message": Input.notUTF8], output, in: language)
        }
        return areReadable
    }
}
