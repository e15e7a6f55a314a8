import ArgumentParser
internal import Conf
internal import Contract
internal import HostSystem
import Synchronization

// Colours repeat what the words say, so output without them loses nothing. They are put around texts whose control
// characters are already visible: no text of a table, link or daemon can switch colours by itself.

/// Colours on a terminal.
enum Colour {
    /// When colours are used.
    enum Use: String, ExpressibleByArgument, CaseIterable {
        /// On a terminal, unless NO_COLOR is set.
        case auto
        case always, never
    }

    /// The choice of the command line; it is set before anything is printed.
    private static let use = Mutex(Use.auto)

    /// Uses colours as the command line asks for.
    static func choose(_ use: Use) { self.use.withLock { $0 = use } }

    /// A text in the colour of an outcome class, if a stream has colours.
    static func text(_ text: String, _ outcomeClass: OutcomeClass, on stream: StandardStreams.Output = .output)
        -> String
    {
        let code =
            switch outcomeClass {
            case .ok: "1;32"
            case .blocked, .pending: "1;33"
            case .rejected, .failed, .unknown: "1;31"
            }
        return wrap(text, code, on: stream)
    }

    /// A printer of diagnostics for a stream.
    static func printer(_ sources: [SourceText], on stream: StandardStreams.Output) -> DiagnosticText {
        DiagnosticText(sources: sources) { text, part in
            let code =
                switch part {
                case .place: "1"
                case .error: "1;31"
                case .warning: "1;33"
                case .note: "1;36"
                }
            return wrap(text, code, on: stream)
        }
    }

    private static func wrap(_ text: String, _ code: String, on stream: StandardStreams.Output) -> String {
        isUsed(on: stream) ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }

    private static func isUsed(on stream: StandardStreams.Output) -> Bool {
        switch use.withLock({ $0 }) {
        case .always: true
        case .never: false
        case .auto: stream.isTerminal && HostFacts.environment["NO_COLOR", default: ""].isEmpty
        }
    }
}

/// The `--color` option of commands whose output has colours.
struct ColourOption: ParsableArguments {
    @Option(
        name: .customLong("color"), help: "When to use colours: auto is on a terminal, unless NO_COLOR is set.")
    var use = Colour.Use.auto

    func validate() throws { Colour.choose(use) }
}
