import ArgumentParser
internal import Conf
internal import Contract
internal import HostSystem
import Synchronization

// Colours repeat what the words say, so output without them loses nothing. They are put around texts whose control
// characters are already visible: no text of a table, link or daemon can switch colours by itself.

/// What the colour of a text says.
enum Paint {
    /// It is as it should be: green.
    case good
    /// Something is missing, or in doubt: yellow.
    case doubtful
    /// It is wrong, or refused: red.
    case bad
    /// The name of what follows: bold.
    case name
    /// A label: cyan.
    case label
    /// What few readers need: faint.
    case aside

    /// That of an outcome.
    init(_ outcomeClass: OutcomeClass) {
        self =
            switch outcomeClass {
            case .ok: .good
            case .blocked, .pending: .doubtful
            case .rejected, .failed, .unknown: .bad
            }
    }

    /// That of a code, which begins with its class.
    init(ofCode code: String) { self.init(OutcomeClass(rawValue: String(code.prefix { $0 != "." })) ?? .unknown) }

    /// The number of the colour in an escape sequence, as ECMA-48 has it.
    fileprivate var code: String {
        switch self {
        case .good: "1;32"
        case .doubtful: "1;33"
        case .bad: "1;31"
        case .name: "1"
        case .label: "1;36"
        case .aside: "2"
        }
    }
}

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

    /// A text in a colour, if a stream has colours; the text has to be fit for a terminal.
    static func text(_ text: String, _ paint: Paint, on stream: StandardStreams.Output) -> String {
        isUsed(on: stream) ? "\u{1B}[\(paint.code)m\(text)\u{1B}[0m" : text
    }

    /// A printer of diagnostics for a stream.
    static func printer(_ sources: [SourceText], on stream: StandardStreams.Output) -> DiagnosticText {
        DiagnosticText(sources: sources) { text, part in
            let paint: Paint =
                switch part {
                case .place: .name
                case .error: .bad
                case .warning: .doubtful
                case .note: .label
                case .good: .good
                }
            return Self.text(text, paint, on: stream)
        } fitted: { line, hang in
            Line.fit(line, hang: hang, on: stream)
        }
    }

    /// Whether a stream has colours.
    static func isUsed(on stream: StandardStreams.Output) -> Bool {
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
