package import Contract

/// A program and its arguments, with places for inputs.
///
/// One placeholder makes one argument at most: values are never split, no shell ever reads them, and a value may not
/// turn its argument into an option.
package struct ProgramTemplate: Equatable, Sendable {
    /// *Shape*: an absolute path without placeholders.
    package let program: String
    package let arguments: [TextTemplate]
    /// The number of the argument `--` that ends the options of the program that gets the values; nil if there is none.
    ///
    /// It need not be the first `--`: in `env -- PROGRAM $(x)` that one ends the options of `env` alone.
    package let optionsEnd: Int?

    package init(program: String, arguments: [TextTemplate], optionsEnd: Int? = nil) {
        self.program = program
        self.arguments = arguments
        self.optionsEnd = optionsEnd
    }

    /// The input whose value would begin an argument with `-` though the options have not ended; nil if none.
    package func inputActingAsOption(_ inputs: [Value.Member]) -> String? {
        for argument in arguments.prefix(optionsEnd ?? arguments.count) {
            guard case .input(let name)? = argument.pieces.first else { continue }
            // The byte, as the program reads it: for Swift a `-` and a combining accent are one other character.
            if argument.filled(with: inputs).utf8.first == UInt8(ascii: "-") { return name }
        }
        return nil
    }

    /// Why the program cannot be started with these inputs; nil where it can.
    func refusal(of inputs: [Value.Member]) -> InputRefusal? {
        inputActingAsOption(inputs).map { input in
            InputRefusal(
                input: input, reason: "begins with `-` and would be read as an option",
                help: "put `--` before the argument, or write `--option=$(\(input))`")
        }
    }

    /// The argument vector that runs, the program first.
    package func vector(for inputs: [Value.Member]) -> [String] {
        [program] + arguments.map { $0.filled(with: inputs) }
    }
}
