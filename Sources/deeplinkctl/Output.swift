internal import EventLoop

/// What a command says on standard output and standard error.
enum Output {
    /// Whether the terminal is to see colours: only a terminal, and only if it does not ask for none.
    static let isColoured =
        StandardStreams.Output.output.isTerminal && HostFacts.environment["NO_COLOR", default: ""].isEmpty

    /// Prints one line.
    static func line(_ text: String) { self.text(text + "\n") }

    /// Prints a text as it stands.
    static func text(_ text: String) { bytes(Array(text.utf8)) }

    /// Prints bytes as they stand.
    static func bytes(_ bytes: [UInt8]) {
        // ignored: a reader that has gone away, as `head` does; there is nobody left to tell.
        _ = try? StandardStreams.write(bytes, to: .output)
    }

    /// Prints a text on standard error.
    static func error(_ text: String) {
        // ignored: as above.
        _ = try? StandardStreams.write(Array(text.utf8), to: .errors)
    }
}
