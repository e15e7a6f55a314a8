package import Contract
package import Features

/// A program and its arguments, with places for inputs.
///
/// One placeholder makes one argument at most: values are never split, no shell ever reads them, and a value may not
/// turn its argument into an option. The reader of the table proves the last part by the places and types of the
/// placeholders. A program whose line says `trusted` has no such proof, so each value is looked at.
package struct ProgramTemplate: Equatable, Sendable {
    /// *Shape*: an absolute path without placeholders.
    package let program: String
    package let arguments: [ArgumentTemplate]
    /// True if the line says `trusted`: placeholders can then be anywhere, and the program can be an interpreter.
    package let isTrusted: Bool
    /// *Shape*: the absolute path that it starts in.
    package var directory = "/"
    /// True if its standard input has the inputs, and is not empty.
    package var readsInputs = false
    /// The exit statuses by which it refuses the link, with the sentence of each.
    package var refusals: [Int32: String] = [:]

    /// The unit of its own that it runs as; nil for a child of the daemon.
    package var unit: ProgramUnit?

    package init(program: String, arguments: [ArgumentTemplate], isTrusted: Bool = false) {
        self.program = program
        self.arguments = arguments
        self.isTrusted = isTrusted
    }

    /// What it does depends on the URL if that is passed on.
    package var dependsOnLink: Bool { takesLink }

    /// Where its line has the link.
    package var needsLink: Bool { takesLink }
    /// True if the link of the action is one of the arguments.
    package var takesLink: Bool { arguments.contains(.link) }

    /// True if the program gets something of a link.
    package var getsValues: Bool { readsInputs || arguments.contains { $0 == .link || !$0.inputs.isEmpty } }

    /// The input whose value would begin an argument of a trusted program with `-` before any `--`; nil if none.
    package func inputActingAsOption(_ inputs: [Value.Member]) -> String? {
        guard isTrusted else { return nil }
        for case .text(let argument) in arguments {
            if argument.isOptionsEnd { return nil }
            guard case .input(let name)? = argument.pieces.first else { continue }
            // The byte, as the program reads it: for Swift a `-` and a combining accent are one other character.
            if argument.filled(with: inputs).utf8.first == UInt8(ascii: "-") { return name }
        }
        return nil
    }

    /// The argument vector that runs, the program first; nil for a program that takes the link of an action that was called
    /// by its name.
    package func vector(for inputs: [Value.Member], link: String?) -> [String]? {
        let words = arguments.map { $0.filled(with: inputs, link: link) }
        return words.contains(nil) ? nil : [program] + words.compactMap(\.self)
    }
}

extension ProgramTemplate: PerformerTemplate {
    /// A value of a trusted program may not act as an option.
    package var takesAnyValue: Bool { !isTrusted }

    /// Why the program cannot be started with these inputs; nil where it can.
    package func refusal(of inputs: [Value.Member]) -> InputRefusal? {
        inputActingAsOption(inputs).map { input in
            InputRefusal(
                input: input, reason: "begins with `-` and would be read as an option",
                help: "put `--` before the argument, or write `--option=$(\(input))`")
        }
    }

    /// The argument vector that runs.
    package func preview(
        for inputs: [Value.Member], link: String?, in catalogue: FeatureCatalogue
    ) -> ActionPreview {
        ActionPreview(arguments: vector(for: inputs, link: link ?? ArgumentTemplate.linkWord))
    }
}

extension Performer.Kind {
    /// Starts a program.
    package static let exec = Self("exec")
}

extension Performer {
    /// Starts a program.
    package static func exec(_ template: ProgramTemplate) -> Self { .other(template) }

    private var command: ProgramTemplate? { template as? ProgramTemplate }

    /// The path of the program that it starts; nil if it starts none.
    package var program: String? { command?.program }

    /// True if it starts a program whose line says `trusted`.
    package var isTrusted: Bool { command?.isTrusted ?? false }
}
