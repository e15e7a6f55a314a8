package import Contract

/// A program and its arguments, with places for inputs.
///
/// One placeholder makes one argument at most: values are never split, no shell ever reads them, and a value may not
/// turn its argument into an option.
package struct ProgramTemplate: Equatable, Sendable {
    /// *Shape*: an absolute path without placeholders.
    package let program: String
    package let arguments: [TextTemplate]

    package init(program: String, arguments: [TextTemplate]) {
        self.program = program
        self.arguments = arguments
    }

    /// The input whose value would begin an argument with `-` though the argument does not follow `--`; nil if none.
    package func inputActingAsOption(_ inputs: [Value.Member]) -> String? {
        for argument in arguments {
            if argument.pieces == [.text("--")] { return nil }
            guard case .input(let name)? = argument.pieces.first else { continue }
            // The byte, as the program reads it: for Swift a `-` and a combining accent are one other character.
            if argument.filled(with: inputs).utf8.first == UInt8(ascii: "-") { return name }
        }
        return nil
    }

    /// The argument vector that runs, the program first.
    package func vector(for inputs: [Value.Member]) -> [String] {
        [program] + arguments.map { $0.filled(with: inputs) }
    }
}
