// How an action is performed. A table names the kind by a directive: `exec /usr/bin/xdg-open $(page)`. Each kind has
//
//     a template      its case of `Performer`: what the table says of it, with places for inputs
//     a reader        Sources/Routing/Loading/Performers: its words, and the checks when a table is loaded
//     a performance   Sources/Running: carries it out
//
// and a switch in each of three places chooses by the kind: here, in `PerformerReader` and in `ActionRunner`. The compiler
// finds a kind that one of them lacks.

package import Contract

/// How an action is performed.
package enum Performer: Equatable, Sendable {
    /// By the program that holds the proof, in Swift: the intake's own action, and those of a program that embeds the
    /// dispatcher.
    case hosted
    /// Starts a program.
    case exec(ProgramTemplate)
    /// Answers with the object of inputs, or with one text.
    case respond(TextTemplate?)
    /// Sends the link to the channel of that name.
    case channel(String)

    /// The kinds that a table can name, by their directives.
    package enum Kind: String, CaseIterable, Sendable {
        case exec, respond, channel
    }

    /// The name of the channel that it sends links to.
    package var channel: String? { if case .channel(let name) = self { name } else { nil } }

    /// The path of the program that it starts.
    package var program: String? { if case .exec(let template) = self { template.program } else { nil } }

    /// Whether it can be performed with any values of the inputs' types.
    package var takesAnyValue: Bool {
        switch self {
        case .hosted, .respond, .channel: true
        case .exec: !isTrusted
        }
    }

    /// True if it starts a program whose line says `trusted`.
    package var isTrusted: Bool { if case .exec(let template) = self { template.isTrusted } else { false } }

    /// Why these inputs cannot be performed, by their values; nil where they can.
    package func refusal(of inputs: [Value.Member]) -> InputRefusal? {
        switch self {
        case .hosted, .respond, .channel: nil
        case .exec(let program): program.refusal(of: inputs)
        }
    }

    /// What would run, for people; nil where nothing would but this process.
    package func preview(for inputs: [Value.Member]) -> [String]? {
        switch self {
        case .hosted, .respond, .channel: nil
        case .exec(let program): program.vector(for: inputs)
        }
    }
}

/// Why an action cannot be performed with one of its inputs.
package struct InputRefusal: Equatable, Sendable {
    package let input: String
    /// *Shape*: the end of a sentence about the value, "begins with `-` and would be read as an option".
    package let reason: String
    /// What the author of the table can do about it.
    package let help: String
}

extension Execution {
    /// What an action of that kind did; the one place that knows how a kind is written in an outcome.
    package init(
        _ kind: Performer.Kind, duration: Duration = .zero, exit: Exit? = nil, stdout: Stream? = nil,
        stderr: Stream? = nil, error: String? = nil
    ) {
        self.init()
        (self.kind, self.duration, self.exit) = (kind.rawValue, duration, exit)
        (self.stdout, self.stderr, self.error) = (stdout, stderr, error)
    }
}
