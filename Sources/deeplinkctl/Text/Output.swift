import ArgumentParser
internal import Conf
internal import Contract
import HostSystem

/// What a command says on standard output and standard error.
enum Output {
    /// Whether the terminal is to see colours: only a terminal, and only if it does not ask for none.
    private static let isColoured =
        StandardStreams.Output.output.isTerminal && HostFacts.environment["NO_COLOR", default: ""].isEmpty

    /// A word in the colour of a class, where there are colours.
    static func coloured(_ word: String, _ outcomeClass: OutcomeClass) -> String {
        guard isColoured else { return word }
        let colour =
            switch outcomeClass {
            case .ok: 32
            case .blocked, .pending: 33
            case .rejected, .failed, .unknown: 31
            }
        return "\u{1B}[1;\(colour)m\(word)\u{1B}[0m"
    }

    /// Prints one line.
    static func line(_ text: String) { self.text(text + "\n") }

    /// Prints a text as it stands.
    static func text(_ text: String) { bytes(Array(text.utf8)) }

    /// Prints bytes as they stand; what the command came to does not depend on whether anybody reads them.
    static func bytes(_ bytes: [UInt8]) { _ = write(bytes) }

    /// Prints a JSON text as one line, which a terminal can show too.
    static func json(_ text: String) { line(Escaping.json(text)) }

    /// Prints one line, and tells whether there is still a reader; for what goes on without end.
    static func reaches(_ line: String) -> Bool { write(Array((line + "\n").utf8)) }

    /// The same with a JSON text.
    static func reaches(json text: String) -> Bool { reaches(Escaping.json(text)) }

    /// False where the reader has gone away, as `head` does.
    ///
    /// What cannot be written for another reason, as on a full disk, ends the tool: it must not claim to have said it.
    private static func write(_ bytes: [UInt8]) -> Bool {
        do {
            try StandardStreams.write(bytes, to: .output)
            return true
        } catch {
            if ["EPIPE", "ECONNRESET"].contains(error.codeName) { return false }
            self.error("Error: \(error)\n")
            Deeplinkctl.exit(withError: ExitCode.failure)
        }
    }

    /// Prints a text on standard error.
    static func error(_ text: String) {
        // ignored: there is no other place to say it.
        _ = try? StandardStreams.write(Array(text.utf8), to: .errors)
    }
}
